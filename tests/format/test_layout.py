"""Laying out changes blanks and nothing else: not the program, and nothing the second time."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gbk.format import layout
from gbk.pipeline import load_text, source_of
from gbk.syntax import language_of
from tests.format.books import Maker, shreds, spoilt, written

WRITTEN = written()
randoms = given(st.randoms(use_true_random=True))
many = settings(deadline=None, max_examples=60)


def laid(text: str) -> str:
    """The canonical form; an error where the text has mistakes."""
    source = source_of(text, "book.gbk")
    new, findings = layout(source, language_of(source))
    assert findings == [], findings
    return new


def meaning(text: str) -> tuple[Any, list[tuple[str, str, str]]]:
    """What a book compiles to, and what is found in it."""
    source = source_of(text, "book.gbk")
    loaded = load_text(source.text)
    program = loaded.program and loaded.program.to_json()
    return program, [(f.code, f.key, f.paragraph) for f in loaded.findings]


def inked(text: str) -> str:
    """All of a text but its blanks and byte-order marks."""
    return re.sub("[\\s\ufeff]", "", text)


def holds(text: str) -> None:
    """The promises, for any text."""
    source = source_of(text, "book.gbk")
    new, findings = layout(source, language_of(source))
    if findings:
        assert new == source.text
        return
    assert laid(new) == new
    program, found = meaning(text)
    assert program is None or meaning(new) == (program, found)
    assert inked(new) == inked(text)
    assert not any(line != line.rstrip() or "\n\n\n" in new for line in new.split("\n"))


@pytest.mark.parametrize("name", WRITTEN)
def test_books_of_this_checkout(name: str) -> None:
    holds(WRITTEN[name])


@many
@randoms
def test_made_books(random: Random) -> None:
    holds(Maker(random).book())


@many
@randoms
def test_every_layout_of_a_book_becomes_the_same(random: Random) -> None:
    text = laid(Maker(random).book())
    other = spoilt(text, random)
    assert laid(other) == text
    assert meaning(other) == meaning(text)


@settings(deadline=None, max_examples=300)
@randoms
def test_any_text(random: Random) -> None:
    holds(shreds(random))


@pytest.mark.parametrize(
    "name", [n for n in WRITTEN if n.startswith(("books/", "rules/", "language.md"))]
)
def test_what_we_show_is_laid_out(name: str) -> None:
    assert laid(WRITTEN[name]) == WRITTEN[name]
