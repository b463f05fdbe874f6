"""Western's fights, gunfights, luck, food and bag against the words of the rules."""

from __future__ import annotations

import itertools

import pytest

from tests.rules.books import compiled, fight
from tests.rules.chances import Chances, endings
from tests.rules.words import Foe, shots


@pytest.mark.parametrize(
    ("dexterity", "strength", "foes"),
    [
        (8, 5, [Foe(9, 4)]),
        (7, 4, [Foe(7, 3, wound=3)]),
        (9, 2, [Foe(8, 2), Foe(7, 1)]),
    ],
)
def test_hand_to_hand(dexterity: int, strength: int, foes: list[Foe]) -> None:
    program = compiled("western", fight(foes), dexterity=dexterity, strength=strength)
    expected = shots(dexterity, strength, 0, foes)
    expected["won"] = expected.pop("won 0")
    assert endings(program) == expected


MOST = 8


def test_bullets_on_each_side() -> None:
    """No bullets, few and many against each: whoever is hit falls, and the dry go on hand to
    hand."""
    asked = f"""! choose number from 0 to {MOST}, "Yours?"
! set bullets to it
! choose number from 0 to {MOST}, "His?"
! let his = it
"""
    body = fight([Foe(9, 2)], "gunfight", most=2 * MOST).replace("- A,", "- A, bullets (his),")
    chances = Chances(compiled("western", asked + body, dexterity=8, strength=2))
    for own, his in itertools.product((0, 1, 2, 5, MOST), repeat=2):
        expected = shots(8, 2, own, [Foe(9, 2, bullets=his)])
        assert chances.of(own, his) == expected, (own, his)


@pytest.mark.parametrize(
    ("dexterity", "strength", "bullets", "foes"),
    [
        (8, 4, 2, [Foe(9, 4, bullets=3)]),
        (9, 5, 3, [Foe(7, 4, bullets=1, wound=3)]),
        (10, 2, 1, [Foe(8, 2, bullets=2), Foe(9, 2)]),
    ],
)
def test_gunfights(dexterity: int, strength: int, bullets: int, foes: list[Foe]) -> None:
    body = fight(foes, "gunfight", most=bullets + sum(foe.bullets for foe in foes))
    program = compiled("western", body, dexterity=dexterity, strength=strength, bullets=bullets)
    assert endings(program) == shots(dexterity, strength, bullets, foes)
