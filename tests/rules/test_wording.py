"""Each rule that ships has a wording for a reader with real dice, and all it says is Russian too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from gbk.bind.names import fold
from gbk.cli.rules import command
from gbk.model.source import Source
from gbk.model.tree import RuleDef, Words
from gbk.syntax import parse_file

RULES = {path.stem: path for path in (Path(__file__).parents[2] / "rules").glob("*.gbk")}
SAID = re.compile(r'^\s+(?:say|decide|print|choose [^"]*,) "(.*)"$|^\s+\* (.+)$', re.MULTILINE)


def defined(name: str) -> list[RuleDef]:
    source = Source(f"{name}.gbk", RULES[name].read_text("utf-8"))
    return [d for d in parse_file(source, "en", []).head.declarations if isinstance(d, RuleDef)]


def russian(name: str) -> dict[str, str]:
    """The Russian of a system's words, its own and those of what it stands on."""
    source = Source(f"{name}.gbk", RULES[name].read_text("utf-8"))
    head = parse_file(source, "en", []).head
    found: dict[str, str] = {}
    for setting in head.settings:
        if setting.key == "rules":
            found |= russian(setting.value.text)
    for declaration in head.declarations:
        if isinstance(declaration, Words) and declaration.language == "ru":
            found |= {fold(english): forms[0] for english, forms in declaration.entries}
    return found


@pytest.mark.parametrize("name", RULES)
def test_each_rule_has_a_wording_that_the_command_shows(name: str) -> None:
    shown = CliRunner().invoke(command, [name]).output
    rules = defined(name)
    assert rules
    for rule in rules:
        assert len(rule.print_) > 20, rule.pattern
        assert rule.print_.endswith("."), rule.pattern
        assert f'print "{rule.print_}"' in shown
        assert russian(name)[fold(rule.print_)] in shown


@pytest.mark.parametrize("name", RULES)
def test_all_that_a_rule_says_is_russian_too(name: str) -> None:
    said = [a or b for a, b in SAID.findall(RULES[name].read_text("utf-8"))]
    assert said
    for text in said:
        translated = russian(name)[fold(text)]
        assert not re.search("[A-Za-z]", re.sub(r"\{[^}]*\}", "", translated)), text
        assert set(re.findall(r"\{[^}]*\}", translated)) == set(re.findall(r"\{[^}]*\}", text))
