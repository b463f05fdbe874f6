"""Troll's iron, fidelity and luck against enumerations written from the words of the rules."""

from __future__ import annotations

import pytest

from tests.rules.books import chain, compiled, fight
from tests.rules.chances import endings, last
from tests.rules.words import Foe, blows, luck, played

HERO = {"dexterity": 8, "strength": 9, "charm": 2}
"""A hero who is made by no dice but those of his luck."""


@pytest.mark.parametrize(
    ("dexterity", "strength", "foes"),
    [
        (8, 9, [Foe(7, 7, troll=True)]),
        (7, 8, [Foe(7, 7)]),
        (9, 7, [Foe(8, 9, trust=5, troll=True)]),
        (8, 6, [Foe(8, 6, trust=3)]),
        (6, 6, [Foe(8, 4, wound=3, trust=1, troll=True)]),
        (10, 4, [Foe(8, 6, troll=True), Foe(9, 2)]),
        (9, 2, [Foe(9, 4, trust=3, troll=True), Foe(8, 2, trust=1, troll=True)]),
        (11, 2, [Foe(8, 3, troll=True), Foe(9, 2), Foe(7, 2, trust=1)]),
    ],
)
def test_iron_and_fidelity(dexterity: int, strength: int, foes: list[Foe]) -> None:
    program = compiled(
        "troll", fight(foes, trust="fidelity"), dexterity=dexterity, strength=strength
    )
    assert endings(program) == played(blows(dexterity, strength, foes), 0).odds


def test_both_words_for_trust() -> None:
    foes = [Foe(8, 6, trust=3, troll=True)]
    program = compiled("troll", fight(foes, trust="loyalty"), dexterity=8, strength=4)
    assert endings(program) == played(blows(8, 4, foes), 0).odds


@pytest.mark.parametrize("blow", [2, 4])
def test_the_greater_of_iron_and_blow(blow: int) -> None:
    foes = [Foe(7, 8, troll=True), Foe(9, 5)]
    body = fight(foes, f"fight, blow {blow}, modifier 1")
    program = compiled("troll", body, dexterity=8, strength=2)
    assert endings(program, last) == played(blows(8, 2, foes, blow, 1), -1).odds


def test_luck() -> None:
    orders = ["test", "restore", "test"]
    assert endings(compiled("troll", chain(orders), **HERO), creation=True) == luck(orders)
