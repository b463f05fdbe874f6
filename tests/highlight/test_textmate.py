"""The grammar of editors: in step with the tables of words, sound, and of expressions that
Python and Oniguruma read alike."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from gbk.highlight.textmate import path, text
from gbk.syntax import languages, words

GRAMMAR = json.loads(path().read_text("utf-8"))


def nodes(node: Any) -> Iterator[dict[str, Any]]:
    """Every rule of the grammar."""
    if isinstance(node, list):
        for one in node:
            yield from nodes(one)
    elif isinstance(node, dict):
        yield node
        for one in node.values():
            yield from nodes(one)


EXPRESSIONS = [
    rule[key] for rule in nodes(GRAMMAR) for key in ("match", "begin", "end") if key in rule
]


def test_it_is_in_step_with_the_words() -> None:
    assert path().read_text("utf-8") == text(), "run `python -m gbk.highlight.textmate`"


def test_its_structure() -> None:
    assert GRAMMAR["scopeName"] == "source.gbk" and GRAMMAR["fileTypes"] == ["gbk"]
    used = {rule["include"] for rule in nodes(GRAMMAR) if "include" in rule}
    assert used == {f"#{name}" for name in GRAMMAR["repository"]}
    for rule in nodes(GRAMMAR):
        assert ("begin" in rule) == ("end" in rule)
        assert not ("match" in rule and "begin" in rule)
        first, captures = rule.get("match") or rule.get("begin"), rule.get("captures") or {}
        captures = captures | rule.get("beginCaptures", {})
        if first:
            assert {int(number) for number in captures} <= set(
                range(1, re.compile(first).groups + 1)
            )
    for rule in nodes(GRAMMAR):
        if isinstance(name := rule.get("name"), str) and name != "Gbk":
            assert re.fullmatch(r"[a-z-]+(\.[a-z-]+)+\.gbk", name)


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expressions_mean_the_same_to_both(expression: str) -> None:
    """No named groups, no flags but `(?i:…)`, no atomic or possessive parts, no classes in
    classes, no anchors of a whole text, no lookbehind of changing length."""
    re.compile(expression, re.MULTILINE)
    bare = re.sub(r"\\.", "x", expression)
    assert re.findall(r"\(\?(?!i:|:|=|!|<!|<=)", bare) == []
    assert re.findall(r"[*+?}]\+|\[[^\]]*\[|&&", bare) == []
    assert re.findall(r"\\[AZzGKhHRX]", expression) == []


def test_every_word_of_the_language_is_known() -> None:
    known = [re.compile(e) for e in EXPRESSIONS]
    for language in languages():
        for section in ("setting", "declaration", "statement", "clause", "expression", "reserved"):
            for forms in words(language).forms[section].values():
                for form in forms:
                    line = {"setting": f"{form}: x", "statement": f"    {form}"}.get(section, form)
                    spoken = [line, line.upper(), line.replace("ё", "е")]
                    assert all(any(e.match(one) for e in known) for one in spoken), form
        own = words(language).forms.get("verb", {}).values()
        for verb in {form for forms in own for form in forms}:
            found = [e.match(f"! {verb} x") for e in known]
            assert any(one and verb in one.groups() for one in found), verb


@pytest.mark.parametrize(
    ("context", "line", "scopes"),
    [
        ("comments", "  // why", ["comment.line.double-slash.gbk"]),
        (
            "headings",
            "== far bank == The bank #todo",
            ["keyword.control.mark.gbk", "entity.name.section.gbk", "keyword.control.mark.gbk",
             "markup.heading.gbk", "entity.name.tag.gbk"],
        ),
        ("marks", "* Go", ["keyword.control.mark.gbk"]),
        ("marks", "! take lamp", ["keyword.control.mark.gbk", "support.function.gbk"]),
        ("marks", "! взять лампу", ["keyword.control.mark.gbk", "support.function.gbk"]),
        ("head", "язык: ru", ["support.type.property-name.gbk", "keyword.operator.gbk", "string.unquoted.gbk"]),
        ("head", "предмет лампа", ["storage.type.gbk"]),
        ("statements", "    пока сила > 0", ["keyword.control.gbk"]),
        ("inline", "**so**", ["markup.bold.gbk"]),
        ("inline", "*so*", ["markup.italic.gbk"]),
        ("signs", "2к6", ["constant.numeric.dice.gbk"]),
        ("strings", "«да»", ["string.quoted.gbk"]),
    ],
)  # fmt: skip
def test_what_a_line_begins_with(context: str, line: str, scopes: list[str]) -> None:
    for rule in GRAMMAR["repository"][context]["patterns"]:
        found = re.match(rule.get("match") or rule["begin"], line)
        if found:
            captures = rule.get("captures") or rule["beginCaptures"]
            assert [c["name"] for n, c in sorted(captures.items()) if found[int(n)]] == scopes
            return
    raise AssertionError(line)
