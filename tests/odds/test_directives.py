"""The odds of directives against enumerations written from the words of the rules."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from gbk.odds.directive import directives
from tests.odds.asked import fractions, loaded, row
from tests.rules.books import fight
from tests.rules.words import Foe, Game, blows, played, shots


def book(rules: str, body: str, **stats: int) -> str:
    head = [f"book: Test\nrules: {rules}", *(f"stat {name} = {n}" for name, n in stats.items())]
    return "\n".join([*head, "", "== 1 ==", body, ""])


def ends(odds: dict[str, Fraction]) -> dict[str, Fraction]:
    """A victory is one, however many bullets are left."""
    sums: dict[str, Fraction] = {}
    for name, chance in odds.items():
        name = name.split()[0]
        sums[name] = sums.get(name, Fraction(0)) + chance
    return sums


def agrees(found: dict[str, Any], game: Game, first: bool = True) -> None:
    """All that is said of a directive is so: a chance, a round, a number afterwards."""
    best, chance = played(game, "best"), played(game, "random")
    assert fractions(found["best"]) == ends(best.odds)
    assert fractions(found["random"]) == ends(chance.odds)
    if first:
        assert fractions(found["first"]) == ends(played(game, 0).odds)
    assert Fraction(found["rounds"]) == best.rounds
    for name, total in best.sums.items():
        assert Fraction(found["after"][name]) == total / best.wins()
    served = {
        policy: sum(chance for name, chance in fractions(found[policy]).items() if name != "lost")
        for policy in ("best", "first", "random")
    }
    assert served["best"] >= max(served["first"], served["random"])


@pytest.mark.parametrize(
    ("dexterity", "strength", "foes", "order"),
    [
        (8, 7, [Foe(8, 5, wound=3)], ""),
        (8, 8, [Foe(8, 6, trust=4)], ""),
        (7, 7, [Foe(9, 6, trust=3)], ", modifier 1"),
        (9, 6, [Foe(9, 7)], ", blow 3, modifier -1"),
        (10, 6, [Foe(7, 4), Foe(8, 2, wound=3)], ""),
        (9, 10, [Foe(7, 2), Foe(9, 4), Foe(8, 2, wound=3)], ""),
    ],
)
def test_castle_fights(dexterity: int, strength: int, foes: list[Foe], order: str) -> None:
    words = dict(part.split() for part in order.split(", ") if part)
    game = blows(dexterity, strength, foes, **{name: int(n) for name, n in words.items()})
    found = row(
        book("castle", fight(foes, "fight" + order), dexterity=dexterity, strength=strength)
    )
    agrees(found, game)


def test_the_hero_is_as_set() -> None:
    foes = [Foe(8, 6)]
    text = book("castle", fight(foes), dexterity=8, strength=24)
    agrees(row(text, "strength=5", "dexterity=9"), blows(9, 5, foes))


@pytest.mark.parametrize(
    ("foes", "order", "blow"),
    [
        ([Foe(9, 7, troll=True)], "fight", 2),
        ([Foe(7, 4, trust=3), Foe(9, 3, troll=True)], "fight", 2),
        ([Foe(9, 9, troll=True)], "fight, blow 4", 4),
    ],
)
def test_troll_fights(foes: list[Foe], order: str, blow: int) -> None:
    found = row(book("troll", fight(foes, order, "fidelity"), dexterity=8, strength=7))
    agrees(found, blows(8, 7, foes, blow))


@pytest.mark.parametrize(
    ("bullets", "foes", "directive"),
    [
        (0, [Foe(9, 5)], "fight"),
        (0, [Foe(9, 2), Foe(7, 4, wound=3)], "fight"),
        (2, [Foe(9, 5, bullets=3)], "gunfight"),
        (3, [Foe(8, 3, bullets=2), Foe(7, 2, bullets=1)], "gunfight"),
    ],
)
def test_western_fights(bullets: int, foes: list[Foe], directive: str) -> None:
    text = book("western", fight(foes, directive), dexterity=8, strength=7, bullets=bullets)
    agrees(row(text), shots(8, 7, bullets, foes))


def test_decimals_are_the_fractions() -> None:
    foes = [Foe(9, 4), Foe(8, 6, wound=3)]
    text = book("castle", fight(foes), dexterity=9, strength=9)
    exact, decimal = row(text), row(text, exact=False)
    for policy in ("best", "first", "random", "after"):
        for name, number in exact[policy].items():
            assert decimal[policy][name] == pytest.approx(float(Fraction(number)), abs=1e-14)
    assert decimal["rounds"] == pytest.approx(float(Fraction(exact["rounds"])), rel=1e-14)


@pytest.mark.parametrize("crossed", [[], [3], [1, 2, 4, 6], [1, 2, 3, 4, 5, 6]])
def test_luck(crossed: list[int]) -> None:
    body = "! test luck\n    ? lucky\n        ! end victory\n    ? unlucky\n        ! end defeat"
    squares = [f"luck[{n}]={int(n in crossed)}" for n in range(1, 7)]
    found = row(book("castle", body), *squares)
    held = Fraction(6 - len(crossed), 6)
    assert Fraction(found["best"]["lucky"]) == Fraction(found["first"]["lucky"]) == held
    assert Fraction(found["random"]["lucky"]) == held / 2


def test_restoring_luck() -> None:
    body = "! restore luck\n    ? restored\n        ! end victory\n! end defeat"
    squares = ["luck[1]=1", "luck[2]=1", *(f"luck[{n}]=0" for n in range(3, 7))]
    assert Fraction(row(book("castle", body), *squares)["best"]["restored"]) == Fraction(1, 3)
    western = row(book("western", body), *squares)
    assert Fraction(western["random"]["restored"]) == 1


def test_a_table_on_dice() -> None:
    body = (
        "! roll 2d6\n    ? 2..4\n        ! end low\n    ? 5..9\n        ! lose 1 gold\n"
        "    ? 10..12\n        -> 2\n! end middle\n\n== 2 ==\n! end victory"
    )
    found = row("book: T\nstat gold = 5\n\n== 1 ==\n" + body + "\n")
    chances = fractions(found["random"])
    assert sorted(chances.values()) == [Fraction(6, 36), Fraction(6, 36), Fraction(24, 36)]
    assert fractions(found["best"]) == chances


CRAFT = """book: T
stat craft = 7
stat gold = 3

rule test {stat}
    outcomes: success, failure
    roll die = 2d6
    if die <= stat
        outcome success
    outcome failure

== 1 ==
! test craft
    ? success
        ! end victory
    ? failure
        ! end defeat
"""


def test_test_of_a_stat() -> None:
    assert Fraction(row(CRAFT)["best"]["success"]) == Fraction(21, 36)
    assert Fraction(row(CRAFT, "craft=3")["best"]["success"]) == Fraction(3, 36)
    certain = row(CRAFT, "craft=12")
    assert fractions(certain["best"]) == {"success": Fraction(1)}
    assert certain["after"]["gold"] == "3"


DUEL = """book: T
stat grit = 3, from 0

rule duel {number}
    outcomes: won, lost
    let foe = number
    while foe > 0 and grit > 0
        roll die = 1d6
        if die = 1
            lose 1 grit
        if die = 6
            foe = foe - 1
        checkpoint
    if grit = 0
        outcome lost
    outcome won

== 1 ==
! duel 2
    CHOICE
    ? won
        ! end victory
    ? lost
        ! end defeat

== 2 ==
! end defeat
"""


def race(mine: int, its: int) -> Fraction:
    """Who falls first where each loses a point as likely as the other."""
    if not mine or not its:
        return Fraction(bool(mine))
    return (race(mine - 1, its) + race(mine, its - 1)) / 2


def test_rounds_that_change_nothing_are_solved() -> None:
    found = row(DUEL.replace("    CHOICE\n", ""))
    assert Fraction(found["best"]["won"]) == race(3, 2)
    # each blow takes three throws on average; the blows are 2 to 4
    blows_on_average = sum(
        Fraction(n) * p for n, p in ((2, Fraction(1, 4)), (3, Fraction(3, 8)), (4, Fraction(3, 8)))
    )
    assert Fraction(found["rounds"]) == 3 * blows_on_average


def test_a_choice_of_the_page_counts_only_where_asked() -> None:
    text = DUEL.replace("CHOICE", "* Yield {if grit < 3} -> 2")
    plain = row(text)
    assert Fraction(plain["random"]["won"]) == race(3, 2)
    chosen = row(text, with_choices=True)
    assert Fraction(chosen["best"]["won"]) == race(3, 2)
    first = chosen["first"]
    assert Fraction(first["won"]) == race(3, 2)
    # asked after each round once grit is below 3, he goes on half of the time

    def goes_on(mine: int, its: int) -> Fraction:
        """After a round, at a question or not."""
        if not mine or not its:
            return Fraction(bool(mine))
        if mine == 3:
            return (goes_on(2, its) + goes_on(3, its - 1)) / 2
        # w = 1/2 · (2/3 w + 1/6 a + 1/6 b)
        return (goes_on(mine - 1, its) + goes_on(mine, its - 1)) / 8

    assert Fraction(chosen["random"]["won"]) == goes_on(3, 2)
    assert sum(fractions(chosen["random"]).values()) == 1


def test_an_interrupt_of_the_page_counts_only_where_asked() -> None:
    text = DUEL.replace("CHOICE", "? when round = 2 -> 2")
    assert Fraction(row(text)["best"]["won"]) == race(3, 2)
    chosen = row(text, with_choices=True)
    assert fractions(chosen["best"]) == {
        "won": Fraction(1, 36),
        "-> 2": Fraction(35, 36),
    }


HEALING = """book: T
stat grit = 2, from 0

rule siege {number}
    outcomes: won, lost
    let wall = number
    while wall > 0 and wall < 6
        roll die = 1d6
        if die <= 2
            wall = wall - 1
        else
            wall = wall + 1
        checkpoint
    if wall = 0
        outcome won
    outcome lost

== 1 ==
! siege 3
    ? won
        ! end victory
    ? lost
        ! end defeat
"""


def test_a_wall_that_mends_itself_is_gamblers_ruin() -> None:
    found = row(HEALING)
    up = Fraction(2)  # twice as likely to rise
    won = 1 - (1 - up**-3) / (1 - up**-6)
    assert Fraction(found["best"]["won"]) == won
    # Wald: the way on average, 6 (1 - won) - 3, is the rounds times 1/3
    assert Fraction(found["rounds"]) == (6 * (1 - won) - 3) * 3
    long = HEALING.replace("wall < 6", "wall < 600").replace("siege 3", "siege 5")
    decimal = row(long, exact=False)
    assert decimal["best"]["won"] == pytest.approx(2.0**-5, abs=1e-12)
    assert sum(decimal["best"].values()) == pytest.approx(1, abs=1e-12)


def test_best_waits_for_what_it_wants() -> None:
    """A decision in a cycle: to strike at once, or to wait for a better moment for ever."""
    text = """book: T

rule hunt
    outcomes: won, lost
    let near = 0
    while near >= 0
        roll near = 1d6
        decide "Now?"
            * Shoot
                roll die = 1d6
                if die <= near
                    outcome won
                outcome lost
            * Wait
        checkpoint
    outcome lost

== 1 ==
! hunt
    ? won
        ! end victory
    ? lost
        ! end defeat
"""
    found = row(text)
    assert Fraction(found["best"]["won"]) == 1
    assert Fraction(found["rounds"]) == 5
    assert Fraction(found["first"]["won"]) == Fraction(21, 36)
    assert Fraction(found["random"]["won"]) == Fraction(21, 36)


def test_every_directive_of_a_paragraph_has_its_row() -> None:
    text = CRAFT.replace("        ! end victory\n", "        ! roll 1d6\n            ? 1..6 -> 2\n")
    text += "\n== 2 ==\n! end victory\n"
    book = loaded(text)
    assert book.program is not None
    found = directives(book.program, book.book, "1", exact=True)
    assert [text.splitlines()[row["line"] - 1].strip() for row in found["directives"]] == [
        "! test craft",
        "! roll 1d6",
    ]
    quiet = directives(book.program, book.book, "2")
    assert quiet["directives"] == []
