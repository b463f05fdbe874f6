"""Troll's iron, fidelity and luck against enumerations written from the words of the rules."""

from __future__ import annotations

import pytest

from tests.rules.books import compiled, fight
from tests.rules.chances import endings, first, last
from tests.rules.words import Foe, blows


@pytest.mark.parametrize(
    ("dexterity", "strength", "foes"),
    [
        (8, 9, [Foe(7, 7, troll=True)]),
        (7, 8, [Foe(7, 7)]),
        (9, 7, [Foe(8, 9, trust=5, troll=True)]),
        (8, 6, [Foe(8, 6, trust=3)]),
        (6, 6, [Foe(8, 4, wound=3, trust=1, troll=True)]),
        (10, 4, [Foe(8, 6, troll=True), Foe(9, 2)]),
        (9, 3, [Foe(9, 4, trust=4, troll=True), Foe(8, 2, trust=1, troll=True)]),
        (11, 2, [Foe(8, 3, troll=True), Foe(9, 2), Foe(7, 2, trust=1)]),
    ],
)
def test_iron_and_fidelity(dexterity: int, strength: int, foes: list[Foe]) -> None:
    program = compiled("troll", fight(foes, trust="fidelity"), dexterity=dexterity, strength=strength)
    assert endings(program) == blows(dexterity, strength, foes)
