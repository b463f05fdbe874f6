"""Western's fights, gunfights, luck, food and bag against the words of the rules."""

from __future__ import annotations

import pytest

from tests.rules.books import compiled, fight
from tests.rules.chances import Chances, endings
from tests.rules.words import Foe, shots


@pytest.mark.parametrize(
    ("dexterity", "strength", "foes"),
    [
        (8, 7, [Foe(9, 6)]),
        (7, 5, [Foe(7, 3, wound=3)]),
        (9, 3, [Foe(8, 4), Foe(7, 2)]),
    ],
)
def test_hand_to_hand(dexterity: int, strength: int, foes: list[Foe]) -> None:
    program = compiled("western", fight(foes), dexterity=dexterity, strength=strength)
    expected = shots(dexterity, strength, 0, foes)
    expected["won"] = expected.pop("won 0")
    assert endings(program) == expected


MOST = 8


def test_bullets_on_each_side() -> None:
    """Each number of bullets, 0 to 8, against each: whoever is hit falls, and the dry go on
    hand to hand."""
    asked = f"""! choose number from 0 to {MOST}, "Yours?"
! set bullets to it
! choose number from 0 to {MOST}, "His?"
! let his = it
"""
    body = fight([Foe(9, 3)], "gunfight", most=2 * MOST).replace("- A,", "- A, bullets (his),")
    chances = Chances(compiled("western", asked + body, dexterity=8, strength=3))
    for own in range(MOST + 1):
        for his in range(MOST + 1):
            expected = shots(8, 3, own, [Foe(9, 3, bullets=his)])
            assert chances.of(own, his) == expected, (own, his)


@pytest.mark.parametrize(
    ("dexterity", "strength", "bullets", "foes"),
    [
        (8, 7, 2, [Foe(9, 7, bullets=3)]),
        (9, 5, 3, [Foe(7, 6, bullets=1, wound=3)]),
        (8, 4, 0, [Foe(8, 4, bullets=2)]),
        (9, 3, 1, [Foe(8, 3, bullets=2), Foe(7, 2, bullets=1)]),
        (10, 2, 2, [Foe(8, 4), Foe(9, 2, bullets=2)]),
    ],
)
def test_gunfights(dexterity: int, strength: int, bullets: int, foes: list[Foe]) -> None:
    body = fight(foes, "gunfight", most=bullets + sum(foe.bullets for foe in foes))
    program = compiled("western", body, dexterity=dexterity, strength=strength, bullets=bullets)
    assert endings(program) == shots(dexterity, strength, bullets, foes)
