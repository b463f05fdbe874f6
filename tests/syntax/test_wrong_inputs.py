"""What is wrong is said once, at its place; and no text at all breaks the way of a book."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gbk.messages import words
from gbk.pipeline import check, load_text
from tests.syntax.wrong_inputs import WRONG, book

FERRYMAN = (Path(__file__).parents[2] / "books" / "ferryman" / "ferryman.gbk").read_text("utf-8")
SCRAPS = [
    *"{}[]()*|\\?!=<>-/\"“”«»:,.%#\n\t",
    "-> ", "=> ", "\n! ", "\n? ", "\n* ", "\n- ", "\n> ", "\n== ", "\n=== x ===\n", "\n    ",
    "{if ", "{once}", "{random: a|b}", " ? a | b", "1d6", "d", "1..", "else", " of ", "not ",
    "stat x = 1\n", "item y\n    use\n", "\nrule a {b}\n", "9" * 12, "(" * 70, "{" * 40,
]  # fmt: skip
CUTS = st.lists(
    st.tuples(
        st.integers(0, len(FERRYMAN)),
        st.integers(0, 60),
        st.one_of(st.sampled_from(SCRAPS), st.text(max_size=6)),
    ),
    min_size=1,
    max_size=6,
)


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: str(wrong[2]))
def test_one_finding_marks_it(wrong: tuple[str, str, str, str]) -> None:
    text, code, key, marked = wrong
    source = book(text)
    found = [f for f in check(load_text(source)) if f.key == key]
    assert [f.code for f in found] == [code]
    place = found[0].place
    assert source[place.start : place.end] == marked


def goes_through(text: str) -> None:
    for finding in check(load_text(text)):
        assert 0 <= finding.place.start <= finding.place.end
        for language in ("en", "ru"):
            message, _ = words(finding, language)
            assert message


@given(st.text())
@settings(max_examples=150, deadline=None)
def test_any_text_is_answered(text: str) -> None:
    goes_through(text)


@given(st.lists(st.sampled_from(SCRAPS), max_size=30))
@settings(max_examples=150, deadline=None)
def test_any_scraps_are_answered(scraps: list[str]) -> None:
    goes_through("== 1 ==\n" + "".join(scraps))
    goes_through("".join(scraps))


@given(CUTS)
@settings(max_examples=150, deadline=None)
def test_a_damaged_book_is_answered(cuts: list[tuple[int, int, str]]) -> None:
    text = FERRYMAN
    for at, length, scrap in cuts:
        text = text[:at] + scrap + text[at + length :]
    goes_through(text)
