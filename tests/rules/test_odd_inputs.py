"""What a fight and a bag answer to inputs at their edge: each answer is told in docs/rules.md."""

from __future__ import annotations

import pytest

from gbk.messages import words
from gbk.pipeline import load_text
from gbk.run.player import Play
from gbk.run.requests import Choose, End
from tests.rules.books import compiled, fight
from tests.rules.chances import endings
from tests.rules.words import Foe, blows, played, shots

NEEDY = "book: Test\nlanguage: {}\nrules: {}\n\n== 1 ==\n! {}\n! end victory\n"


@pytest.mark.parametrize("rules", ["castle", "troll", "western"])
def test_a_foe_without_a_needed_number_is_an_error(rules: str) -> None:
    loaded = load_text(NEEDY.format("en", rules, "fight Goblin, dexterity 5"))
    assert [(f.code, f.severity) for f in loaded.findings] == [("bad-directive", "error")]
    sentence, _ = words(loaded.findings[0], "en")
    assert "Goblin" in sentence and "strength" in sentence
    sentence, _ = words(
        load_text(NEEDY.format("ru", rules, "бой Гоблин, ловкость 5")).findings[0], "ru"
    )
    assert "Гоблин" in sentence and "сила" in sentence


@pytest.mark.parametrize("rules", ["castle", "troll", "western"])
@pytest.mark.parametrize("strength", [0, -3])
def test_a_foe_with_no_strength_has_fallen_before_the_fight(rules: str, strength: int) -> None:
    alone = compiled(rules, fight([Foe(9, strength)]), dexterity=7, strength=4)
    assert endings(alone) == {"won": 1}
    beside = compiled(rules, fight([Foe(9, strength), Foe(8, 2)]), dexterity=7, strength=2)
    other = [Foe(8, 2)]
    melee = {k.removesuffix(" 0"): v for k, v in played(shots(7, 2, 0, other), 0).odds.items()}
    assert endings(beside) == (melee if rules == "western" else played(blows(7, 2, other), 0).odds)


def test_the_dead_do_not_shoot_and_are_not_robbed() -> None:
    body = fight([Foe(9, 0, bullets=4)], "gunfight", most=6)
    assert endings(compiled("western", body, bullets=1)) == {"won 1": 1}


@pytest.mark.parametrize("rules", ["castle", "troll"])
def test_a_foe_with_no_loyalty_left_yields_after_one_round(rules: str) -> None:
    foes = [Foe(9, 4), Foe(6, 4, trust=0)]
    program = compiled(rules, fight(foes), dexterity=8, strength=2)
    assert endings(program) == played(blows(8, 2, foes), 0).odds


@pytest.mark.parametrize("bullets", [0, -2])
def test_a_gunfight_with_no_bullets_is_a_fight_from_the_start(bullets: int) -> None:
    hand, guns = (
        endings(compiled("western", fight([foe], name), dexterity=8, strength=4, bullets=0))
        for name, foe in (("fight", Foe(8, 4)), ("gunfight", Foe(8, 4, bullets=bullets)))
    )
    assert guns == hand


def test_a_choice_of_a_gunfight_is_open_once_between_two_rounds() -> None:
    """Between the last shots and the first blows too."""
    body = """! gunfight A, dexterity 9, strength 9, bullets 1
    * Run
        ! end ran
    ? won
        ! end won"""
    program = compiled("western", body, dexterity=9, strength=9, bullets=1)
    play = Play(program, 1, rolls=[1] * 20)
    thrown = []
    for _ in range(4):
        assert isinstance(play.request, Choose)
        play.answer(play.request.options[0].value)
        thrown.append(len(play.result()["transcript"][-1]["rolls"]))
    assert thrown == [4] * 4


def leaving(limit: int, *leave: str) -> Play:
    """Two things are taken that a later paragraph asks for, with room for `limit`."""
    body = """! take map
! take key
* Go in {if has key} -> 2
* Turn back -> 2

== 2 ==
? has map
    ! end mapped
! end victory"""
    head = "western\nkind bag, limit " + str(limit)
    play = Play(compiled(head, body), 1)
    for name in leave:
        assert isinstance(play.request, Choose)
        (value,) = (o.value for o in play.request.options if "".join(o.text) == name)
        play.answer(value)
    return play


def carried(play: Play) -> list[str]:
    return [item["name"] for item in play.sheet()["items"]]


def test_a_full_bag_asks_what_to_leave_even_of_what_the_story_needs() -> None:
    assert carried(leaving(2)) == ["map", "key"]
    assert carried(leaving(1, "map")) == ["key"]
    assert carried(leaving(1, "key")) == ["map"]
    assert carried(leaving(0, "map", "key")) == []


def test_what_was_left_may_close_a_choice_and_never_all_of_them() -> None:
    play = leaving(1, "key")
    assert isinstance(play.request, Choose)
    assert ["".join(o.text) for o in play.request.options] == ["Turn back"]
    play.answer(play.request.options[0].value)
    assert isinstance(play.request, End) and play.request.kind == "mapped"


def test_a_thing_of_a_kind_of_its_own_takes_no_room() -> None:
    head = "western\nkind keepsake\nitem key, keepsake\nkind bag, limit 1"
    play = Play(compiled(head, "! take map\n! take key\n* Go in {if has key and has map} -> 1"), 1)
    assert sorted(carried(play)) == ["key", "map"]
