"""Every sentence is there in every language, with the same names in it."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

from gbk.messages import sentences, words
from gbk.model.diagnostic import SEVERITY
from gbk.pipeline import check, load_text
from gbk.syntax.mistakes import _KNOWN
from tests.syntax.wrong_inputs import WRONG, book

SOURCE = Path(__file__).parents[1] / "src" / "gbk"
SAYS = {"say", "Finding", "Mistake"}


def called(node: ast.Call) -> str:
    match node.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def key(node: ast.Call) -> str:
    """The key that a call gives: the first text that is no code, or the second that is one
    (a finding whose key is its code)."""
    texts = [
        arg.value
        for arg in node.args[:2]
        if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
    ]
    found = [text for text in texts if text not in SEVERITY]
    return (found or texts[1:] or [""])[0]


def raised() -> set[str]:
    found = {key for _, key in _KNOWN}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and called(node) in SAYS:
                found.add(key(node))
    return found - {""}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_key_has_a_sentence() -> None:
    keys = raised()
    assert len(keys) >= 100
    assert keys - set(sentences("en")) == set()


def test_russian_has_no_holes() -> None:
    english, russian = sentences("en"), sentences("ru")
    assert set(english) == set(russian)
    for key, entry in english.items():
        assert set(entry) == set(russian[key]), key
        for part, text in entry.items():
            assert fields(russian[key][part]) <= fields(text), (key, part)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_key_has_two_sentences(language: str) -> None:
    folder = Path(__file__).parents[1] / "grammar" / "messages" / language
    text = "\n".join(file.read_text("utf-8") for file in folder.glob("*.toml"))
    heads = [line for line in text.splitlines() if line.startswith("[")]
    assert sorted(set(heads)) == sorted(heads)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: str(wrong[2]))
def test_wrong_inputs_are_answered(wrong: tuple[str, str, str, str], language: str) -> None:
    found = [f for f in check(load_text(book(wrong[0]))) if f.key == wrong[2]]
    assert found
    for finding in found:
        message, _ = words(finding, language)
        assert message
