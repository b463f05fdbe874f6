"""Visits and loops of which it is proved that nobody comes out."""

from __future__ import annotations

import pytest

from gbk.pipeline import check, load_text

GO = "* Go -> c\n== c ==\n! end victory\n"


def endless(text: str) -> list[tuple[str, str]]:
    """(key, paragraph) of each finding `endless` of a book."""
    return [(f.key, f.paragraph) for f in check(load_text(text)) if f.code == "endless"]


@pytest.mark.parametrize(
    "a, b",
    [
        ("Hello.\n! visit b\n", "Inner.\n! visit a\n-> return\n"),
        ("! gain 1 gold\n{gold}\n! visit b with 3\n", "! visit a\n! end victory\n"),
        ("! visit b\n", "-> a\n"),
    ],
)
def test_visits_of_one_another(a: str, b: str) -> None:
    text = f"book: B\nstat gold = 0\n== a ==\n{a}{GO}== b ==\n{b}"
    assert endless(text) == [("endless-visits", "a")]


def test_a_visit_of_itself() -> None:
    assert endless(f"== a ==\n! visit a\n{GO}") == [("endless-visits-itself", "a")]


def test_a_rule_that_visits_at_each_arrival() -> None:
    text = f"rule every paragraph\n    visit b\n== a ==\n{GO}== b ==\nTick.\n-> return\n"
    assert endless(text) == [("endless-visits-itself", "b")]


@pytest.mark.parametrize(
    "a",
    [
        "? first visit\n    ! visit b\n",  # only once
        "! lose 1 life\n! visit b\n",  # the hero dies of it
        "! roll 1d6\n    ? 1 -> c\n    ? else\n        Go on.\n! visit b\n",
        "! visit d\n! visit b\n",  # the first visit may turn elsewhere
        '! ask "Well?"\n    ? "yes" -> c\n    ? else\n        No.\n! visit b\n',
    ],
)
def test_visits_that_may_end(a: str) -> None:
    text = f"stat life = 3, dies at 0\n== a ==\n{a}{GO}== b ==\n! visit a\n-> return\n"
    assert endless(text + "== d ==\n? life > 1 -> return\n-> c\n") == []
