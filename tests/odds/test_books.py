"""The chance to win whole books: worked out by hand, and by brute force over the machine."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from gbk.odds.book import book
from gbk.odds.plays import simulate
from tests.odds import generated
from tests.odds.asked import loaded
from tests.odds.brute import winning

CLOSE = 1e-12


def answer(text: str, **more: int) -> dict[str, Any]:
    program = loaded(text).program
    assert program is not None
    return book(program, **more)


def wins(text: str, best: float, random: float) -> None:
    found = answer(text)
    assert found["method"] == "exact"
    assert found["best"] == pytest.approx(best, abs=CLOSE)
    assert found["random"] == pytest.approx(random, abs=CLOSE)
    assert found["interval"] == [found["best"], found["best"]]


COIN = """book: Coin

== 1 ==
! roll 1d6
    ? 1..2
        ! end victory
    ? 3
        ! end defeat
    ? else
        -> 1
"""


def test_a_way_back_with_a_coin() -> None:
    wins(COIN, 2 / 3, 2 / 3)


def test_a_decision_matters() -> None:
    text = """book: Doors

== 1 ==
* The red door -> red
* The blue door -> blue
* Wait -> 1

== red ==
! roll 1d6
    ? 1
        ! end victory
    ? else
        ! end defeat

== blue ==
! roll 1d6
    ? 1..5
        ! end victory
    ? else
        ! end defeat
"""
    wins(text, 5 / 6, 1 / 2)


def test_a_decision_knows_what_has_been_thrown() -> None:
    text = """book: Lots
stat stake = 0, from 0, to 6

== 1 ==
! roll lot = 1d6
* Stake it {set stake to lot} -> throw
* Keep out -> out

== throw ==
! roll die = 1d6
? die <= stake
    ! end victory
! end defeat

== out ==
! roll 1d6
    ? 1..3
        ! end victory
    ? else
        ! end defeat
"""
    # keeping out is worth 3/6; a lot of 4, 5 or 6 is better
    wins(text, (3 + 3 + 3 + 4 + 5 + 6) / 36, (21 / 36 + 1 / 2) / 2)


@pytest.mark.parametrize(("gold", "goal", "sides"), [(2, 5, 2), (3, 9, 3)])
def test_gambling_until_the_gold_runs_out(gold: int, goal: int, sides: int) -> None:
    text = f"""book: Dicers
stat gold = {gold}, from 0

== table ==
? gold = 0
    ! end defeat
? gold = {goal}
    ! end victory
! roll 1d{sides}
    ? 1
        ! gain 1 gold
    ? else
        ! lose 1 gold
-> table
"""
    odds = sides - 1
    ruin = gold / goal if odds == 1 else (odds**gold - 1) / (odds**goal - 1)
    wins(text, ruin, ruin)


def test_bold_play_is_found() -> None:
    """Two crowns, five wanted, an even chance, any stake: bold play wins with 2/5, and no play
    does better."""
    text = """book: Stakes
stat gold = 2, from 0, to 5

== table ==
? gold = 0
    ! end defeat
? gold = 5
    ! end victory
! choose number from 1 to gold, "Your stake?"
! let stake = it
! roll 1d2
    ? 1
        ! gain (stake) gold
    ? 2
        ! lose (stake) gold
-> table
"""
    found = answer(text)
    assert found["best"] == pytest.approx(0.4, abs=CLOSE)


def test_an_item_is_needed_later() -> None:
    text = """book: Key

== 1 ==
* Search {take key} -> hall
* Go on -> hall

== hall ==
* To the door -> door
* To the window -> window

== door ==
? has key
    ! end victory
! end defeat

== window ==
! roll 1d4
    ? 1
        ! end victory
    ? else
        ! end defeat
"""
    wins(text, 1, (1 / 2 + 1 / 4) / 2)


def test_best_play_uses_the_sheet() -> None:
    text = """book: Draught
stat health = 1, from 0, dies at 0
item draught
    use
        drop draught
        gain 2 health

== 1 ==
! take draught
* Into the thorns -> thorns

== thorns ==
! lose 1d2 health
! end victory
"""
    wins(text, 1, 0)


def test_best_play_wields_what_serves() -> None:
    text = """book: Blades
stat attack = 1, from 0
kind weapon
item axe, weapon
    wielded attack + 3
item club, weapon
    wielded attack + 1

== 1 ==
! take axe
! take club
! wield club
* On -> gate

== gate ==
! roll die = 1d6
? die <= attack
    ! end victory
! end defeat
"""
    wins(text, 4 / 6, 2 / 6)


def test_the_dice_of_the_heros_creation_count() -> None:
    text = """book: Birth
stat skill = 1d6, from 0

rule setup
    roll gift = 1d2
    gain (gift - 1) skill

== 1 ==
* Leap -> leap
* Climb -> climb

== leap ==
? skill >= 6
    ! end victory
! end defeat

== climb ==
? skill <= 2
    ! end victory
! end defeat
"""
    # skill is 1 to 6, or 2 to 7
    leap, climb = (1 + 2) / 12, (2 + 1) / 12
    wins(text, leap + climb, (leap + climb) / 2)


def test_a_bargain_stands_for_one_death() -> None:
    text = """book: Bargain
stat health = 1, from 0, to 1, dies at 0

== 1 ==
! on death -> shrine
-> bridge

== shrine ==
! set health to 1
-> bridge

== bridge ==
! roll 1d3
    ? 1
        ! lose 1 health
    ? else
        ! end victory
"""
    wins(text, 1 - 1 / 9, 1 - 1 / 9)


def test_detours_and_ways_back() -> None:
    text = """book: Detour
stat coins = 0, from 0, to 2

== 1 ==
! visit well
! visit well
* To the gate -> gate
* To the inn -> inn

== inn ==
* Out again -> back

== well ==
! roll 1d2
    ? 1
        ! gain 1 coins
    ? 2
        -> return
-> return

== gate ==
? coins = 2
    ! end victory
! end defeat
"""
    # the inn's way back is an arrival: the wells are visited anew, and the coins are kept
    found = answer(text)
    assert found["method"] == "exact"
    assert found["best"] == pytest.approx(1, abs=CLOSE)
    # after the first arrival (1/4, 1/2, 1/4 for 0, 1, 2 coins) half leave, half come again
    from_two = 1.0
    from_one = (3 / 4 * from_two / 2) / (1 - 1 / 8)
    from_none = (1 / 4 * from_two / 2 + 1 / 2 * from_one / 2) / (1 - 1 / 8)
    assert found["random"] == pytest.approx(
        1 / 4 * from_two + 1 / 2 * from_one + 1 / 4 * from_none, abs=CLOSE
    )


def test_codewords_and_counts_that_grow_for_ever() -> None:
    text = """book: Bell

== 1 ==
You have been here {visits here} times.
* Ring -> bell
* Leave -> gate

== bell ==
? visits here = 3
    ! mark heard
-> 1

== gate ==
? marked heard
    ! end victory
! end defeat
"""
    wins(text, 1, 1 / 8)


def test_typed_answers() -> None:
    text = """book: Riddle

== 1 ==
! ask "Who goes there?"
    ? "friend"
        ! end victory
    ? "foe", "fiend"
        ! end defeat
    ? else
        ! end exile
"""
    wins(text, 1, 1 / 4)


def test_a_shop() -> None:
    text = """book: Shop
stat gold = 3, from 0
item rope
item lamp

== 1 ==
! shop
    - rope, 2 gold {once}
    - lamp, 2 gold {once}
-> cave

== cave ==
? has rope and has lamp
    ! end never
? has lamp
    ! end victory
! end defeat
"""
    wins(text, 1, 1 / 3)


def test_a_book_that_cannot_be_won_and_one_that_cannot_be_lost() -> None:
    wins("book: No\n\n== 1 ==\n* On -> 1\n* Out -> 2\n\n== 2 ==\n! end defeat\n", 0, 0)
    wins("book: Yes\n\n== 1 ==\n* On -> 1\n* Out -> 2\n\n== 2 ==\n! end victory\n", 1, 1)


@pytest.mark.parametrize("seed", [2, 3, 5, 7, 9, 13, 18, 23, 24])
def test_a_book_made_by_chance(seed: int) -> None:
    text = generated.book(seed)
    program = loaded(text).program
    assert program is not None
    best, random = winning(program)
    found = answer(text)
    assert found["method"] == "exact"
    assert found["best"] == pytest.approx(best, abs=1e-9)
    assert found["random"] == pytest.approx(random, abs=1e-9)
    assert found["best"] >= found["random"] - CLOSE


FIGHTS = """book: Two fights
rules: castle
stat dexterity = 8
stat strength = 12
stat charm = 2

== 1 ==
* Fight the ogre -> ogre
* Try your luck -> luck

== ogre ==
! fight Ogre, dexterity 8, strength 8
    * Run {if round >= 2} -> luck
    ? won -> hall

== luck ==
! test luck
    ? lucky -> hall
    ? unlucky
        ! lose 4 strength
-> hall

== hall ==
! fight
    - Rat, dexterity 6, strength 4
    - Dog, dexterity 7, strength 4
    ? won
        ! end victory
"""


@pytest.mark.parametrize("text", [FIGHTS, generated.book(9)])
def test_plays_by_chance_agree(text: str) -> None:
    found = answer(text)
    program = loaded(text).program
    assert program is not None
    plays = 1500
    share = simulate(program, plays, 7)["endings"].get("victory", 0) / plays
    chance = found["random"]
    assert found["method"] == "exact"
    assert abs(share - chance) <= 4 * sqrt(chance * (1 - chance) / plays)
    assert found["best"] > chance


def test_too_many_states_are_estimated() -> None:
    exact = answer(FIGHTS)
    found = answer(FIGHTS, most=40)
    low, high = found["interval"]
    assert found["method"] == "estimate"
    assert 0 <= low <= exact["best"] <= high <= 1
    assert low <= found["best"] <= high
    least, most = found["random_interval"]
    assert least <= exact["random"] <= most


def test_an_estimate_is_the_same_for_the_same_seed() -> None:
    text = FIGHTS[: FIGHTS.index("== hall")] + "== hall ==\n! end victory\n"
    assert answer(text, most=20, seed=3) == answer(text, most=20, seed=3)


def test_many_heroes_are_sampled() -> None:
    """Each hero's book is solved, and the mean is close to the truth: the interval says how."""
    text = """book: Many
stat a = 5d6
stat b = 5d6

== 1 ==
? a + b >= 36
    ! end victory
! end defeat
"""
    exact = answer(text, most=2000)
    assert exact["method"] == "exact"
    found = answer(text, most=50)
    low, high = found["interval"]
    assert found["method"] == "estimate"
    assert low <= exact["best"] <= high
    assert high - low < 0.9


def test_an_interrupted_estimate_tells_what_is_known() -> None:
    program = loaded(FIGHTS).program
    assert program is not None

    def told(heroes: int, states: int) -> None:
        if heroes == 2:
            raise KeyboardInterrupt

    found = book(program, 40, 0, told)
    assert found["method"] == "estimate"
    assert found["heroes"] == 2
