"""Castle's fights and luck against enumerations written from the words of the rules."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rules.books import chain, compiled, fight
from tests.rules.chances import Pick, endings, first, last
from tests.rules.words import Foe, blows, luck, played

HERO = {"dexterity": 8, "strength": 9, "charm": 2}
"""A hero who is made by no dice but those of his luck."""


@pytest.mark.parametrize(
    ("dexterity", "strength", "foes", "pick", "aim"),
    [
        (8, 7, [Foe(8, 5, wound=3)], first, 0),
        (8, 8, [Foe(8, 6, trust=4)], first, 0),
        (7, 7, [Foe(9, 6, trust=3)], first, 0),
        (10, 4, [Foe(7, 4), Foe(8, 2)], first, 0),
        (10, 4, [Foe(7, 4, trust=2), Foe(9, 2)], last, -1),
    ],
)
def test_fight(dexterity: int, strength: int, foes: list[Foe], pick: Pick, aim: int) -> None:
    program = compiled("castle", fight(foes), dexterity=dexterity, strength=strength)
    assert endings(program, pick) == played(blows(dexterity, strength, foes), aim).odds


def test_a_blow_and_a_modifier_of_the_directive() -> None:
    body = fight([Foe(9, 7)], "fight, blow 3, modifier -1")
    program = compiled("castle", body, dexterity=9, strength=6)
    assert endings(program) == played(blows(9, 6, [Foe(9, 7)], 3, -1), 0).odds


def test_one_foe_has_the_published_chance() -> None:
    """A figure computed elsewhere by two solvers."""
    program = compiled("castle", fight([Foe(9, 14)]), dexterity=8, strength=20)
    assert endings(program)["won"] == Fraction(97574631332421875, 184884258895036416)


@pytest.mark.parametrize(
    "orders", [["test", "test"], ["test", "test", "restore", "test"], ["restore", "test"]]
)
def test_luck_runs_out_and_is_restored(orders: list[str]) -> None:
    assert endings(compiled("castle", chain(orders), **HERO), creation=True) == luck(orders)


def test_luck_that_is_not_tried_crosses_nothing() -> None:
    body = """! test luck
    ? lucky
        ! end lucky
? luck[1] + luck[2] + luck[3] + luck[4] + luck[5] + luck[6] = 1
    ! end one
? else
    ! end two"""
    found = endings(compiled("castle", body, **HERO), last, creation=True)
    assert found == {"one": Fraction(1, 6), "two": Fraction(5, 6)}
