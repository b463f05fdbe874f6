"""The lexer: it loses nothing, knows no error, and says of each word what it is."""

from __future__ import annotations

import importlib
import tomllib
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygments.token import (
    Comment,
    Error,
    Generic,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
)

from gbk.highlight.lexer import GbkLexer
from tests.format.books import Maker, shreds, written

ROOT = Path(__file__).parents[2]
WRITTEN = written()


def tokens(text: str) -> list[tuple[object, str]]:
    """What a text is made of, blanks left out; nothing is lost and nothing is an error."""
    found = list(GbkLexer(stripnl=False, ensurenl=False).get_tokens(text))
    assert "".join(value for _, value in found) == text.replace("\r\n", "\n").replace("\r", "\n")
    assert [value for kind, value in found if kind is Error] == []
    return [(kind, value.strip()) for kind, value in found if value.strip()]


@pytest.mark.parametrize("name", WRITTEN)
def test_books_of_this_checkout(name: str) -> None:
    kinds = {kind for kind, _ in tokens(WRITTEN[name])}
    assert len(kinds) > 1 or not WRITTEN[name].strip()


@settings(deadline=None, max_examples=200)
@given(st.randoms(use_true_random=True))
def test_any_text(random: Random) -> None:
    tokens(random.choice([Maker(random).book, lambda: shreds(random)])())


M, P = Keyword.Pseudo, Punctuation
IN_BODY = {
    "== far bank == The bank #todo": [
        (M, "=="), (Name.Label, "far bank"), (M, "=="), (Generic.Heading, "The bank"), (Name.Tag, "#todo"),
    ],
    "=== bargain ===": [(M, "==="), (Name.Label, "bargain"), (M, "===")],
    "// a comment -> x": [(Comment.Single, "// a comment -> x")],
    "***": [(P, "***")],
    "* Pay {pay 3 gold} {once} -> far bank": [
        (M, "*"), (Text, "Pay"), (P, "{"), (Name.Builtin, "pay"), (Number.Integer, "3"), (Text, "gold"),
        (P, "}"), (P, "{"), (Keyword, "once"), (P, "}"), (Operator, "->"), (Name.Label, "far bank"),
    ],
    "-> back": [(Operator, "->"), (Keyword, "back")],
    "-> back room": [(Operator, "->"), (Name.Label, "back room")],
    "! lose 1d6 luck": [(M, "!"), (Name.Builtin, "lose"), (Number, "1d6"), (Text, "luck")],
    "! fight Troll": [(M, "!"), (Name.Builtin, "fight"), (Text, "Troll")],
    "! end victory \"Home, and not\"": [
        (M, "!"), (Name.Builtin, "end"), (Text, "victory"), (String, '"Home, and not"'),
    ],
    "? not has rope and gold >= 3 -> hall": [
        (M, "?"), (Keyword, "not has"), (Text, "rope"), (Operator.Word, "and"), (Text, "gold"),
        (Operator, ">="), (Number.Integer, "3"), (Operator, "->"), (Name.Label, "hall"),
    ],
    "? если есть верёвка или сила > 2": [
        (M, "?"), (Keyword, "если"), (Keyword, "есть"), (Text, "верёвка"), (Operator.Word, "или"),
        (Text, "сила"), (Operator, ">"), (Number.Integer, "2"),
    ],
    "! потерять 2к6 силы": [(M, "!"), (Name.Builtin, "потерять"), (Number, "2к6"), (Text, "силы")],
    "If *so* and **no**, has it \\{": [
        (Text, "If"), (Generic.Emph, "*so*"), (Text, "and"), (Generic.Strong, "**no**"), (Text, ","),
        (Text, "has"), (Text, "it"), (String.Escape, "\\{"),
    ],
    "{has lamp ? you see if | you do}": [
        (P, "{"), (Keyword, "has"), (Text, "lamp"), (P, "?"), (Text, "you"), (Text, "see"),
        (Text, "if"), (P, "|"), (Text, "you"), (Text, "do"), (P, "}"),
    ],
    "[go {if it} -> hall] [so]": [
        (P, "["), (Text, "go"), (P, "{"), (Keyword, "if"), (Keyword, "it"), (P, "}"), (Operator, "->"),
        (Name.Label, "hall"), (P, "]"), (Text, "["), (Text, "so"), (Text, "]"),
    ],
    "> Stat x": [(M, ">"), (Text, "Stat"), (Text, "x")],
    "book: x": [(Text, "book"), (Text, ":"), (Text, "x")],
}  # fmt: skip
IN_HEAD = {
    "book: If not": [(Name.Attribute, "book"), (Operator, ":"), (String.Other, "If not")],
    "Книга: Брод": [(Name.Attribute, "Книга"), (Operator, ":"), (String.Other, "Брод")],
    "stat gold = 2d6, from 0": [
        (Keyword.Declaration, "stat"), (Text, "gold"), (Operator, "="), (Number, "2d6"), (Text, ","),
        (Keyword, "from"), (Number.Integer, "0"),
    ],
    "кодовое слово ЁЖ": [(Keyword.Declaration, "кодовое слово"), (Text, "ЁЖ")],
    "    while any foe of foes": [
        (Keyword, "while"), (Keyword, "any"), (Text, "foe"), (Keyword, "of"), (Text, "foes"),
    ],
    "    lose 2 target.strength": [
        (Name.Builtin, "lose"), (Number.Integer, "2"), (Text, "target"), (Text, "."), (Text, "strength"),
    ],
    "        * Slowly": [(M, "*"), (Text, "Slowly")],
}  # fmt: skip


@pytest.mark.parametrize("line", IN_HEAD)
def test_lines_of_a_head(line: str) -> None:
    assert tokens(f"// x\n{line}\n")[1:] == IN_HEAD[line]


@pytest.mark.parametrize("line", IN_BODY)
def test_lines_of_a_paragraph(line: str) -> None:
    assert tokens(f"== 1 ==\n{line}\n")[3:] == IN_BODY[line]


def test_a_brace_that_is_left_open_ends_with_its_paragraph() -> None:
    assert tokens("== 1 ==\nYou {if has\n\n* Go -> hall\n")[-3:] == [
        (Text, "Go"), (Operator, "->"), (Name.Label, "hall"),
    ]  # fmt: skip


def test_pygments_finds_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    module, _, name = project["entry-points"]["pygments.lexers"]["gbk"].partition(":")
    assert getattr(importlib.import_module(module), name) is GbkLexer
    assert GbkLexer.aliases == ["gbk"] and GbkLexer.filenames == ["*.gbk"]
    assert any(need.startswith("pygments") for need in project["optional-dependencies"]["pygments"])
