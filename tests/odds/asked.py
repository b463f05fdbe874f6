"""Books in a line or two, and what odds say of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gbk.odds.directive import directives
from gbk.pipeline import Loaded, load_text


def loaded(text: str) -> Loaded:
    """A book of which nothing is found that forbids a program."""
    book = load_text(text)
    assert book.program is not None, book.findings
    return book


def row(
    text: str, *sets: str, at: str = "1", exact: bool = True, with_choices: bool = False
) -> dict[str, Any]:
    """What `odds --at` says of the only directive with chances of a paragraph."""
    book = loaded(text)
    assert book.program is not None
    found = directives(book.program, book.book, at, sets, exact, with_choices)
    (only,) = found["directives"]
    return dict(only)


def fractions(said: dict[str, str]) -> dict[str, Fraction]:
    """The chances that are not nought."""
    return {name: Fraction(chance) for name, chance in said.items() if Fraction(chance)}
