"""Western's fights, gunfights, luck, food and bag against the words of the rules."""

from __future__ import annotations

import itertools

import pytest

from gbk.run.player import Play
from gbk.run.requests import Choose, End
from tests.rules.books import chain, compiled, fight
from tests.rules.chances import Chances, endings
from tests.rules.words import Foe, luck, played, shots


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
    expected = played(shots(dexterity, strength, 0, foes), 0).odds
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
    for own, his in itertools.product((0, 1, 3, MOST), repeat=2):
        expected = played(shots(8, 2, own, [Foe(9, 2, bullets=his)]), 0).odds
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
    assert endings(program) == played(shots(dexterity, strength, bullets, foes), 0).odds


HERO = {"dexterity": 8, "strength": 9, "charm": 2}


@pytest.mark.parametrize("orders", [["test", "restore", "test"], ["test", "test"]])
def test_luck_is_restored_by_choice(orders: list[str]) -> None:
    program = compiled("western", chain(orders), **HERO)
    assert endings(program, creation=True) == luck(orders, chosen=True)


class Desk:
    """A play in which options are taken by their words."""

    def __init__(self, body: str, **stats: int) -> None:
        self.play = Play(compiled("western", body, **HERO | stats), 1, rolls=[1, 1])

    @property
    def options(self) -> list[str]:
        assert isinstance(self.play.request, Choose)
        return ["".join(option.text) for option in self.play.request.options]

    def take(self, words: str) -> None:
        assert isinstance(self.play.request, Choose)
        self.play.answer(self.play.request.options[self.options.index(words)].value)

    def stat(self, name: str) -> int:
        (value,) = (s["value"] for s in self.play.sheet()["stats"] if s["name"] == name)
        assert isinstance(value, int)
        return value

    @property
    def carried(self) -> list[str]:
        return [item["name"] for item in self.play.sheet()["items"]]

    def item(self, name: str) -> int:
        (index,) = (i["index"] for i in self.play.sheet()["items"] if i["name"] == name)
        assert isinstance(index, int)
        return index


def test_any_crossed_number_may_be_opened_and_with_none_nothing_happens() -> None:
    body = """! set luck[5] to 1
! restore luck
    ? restored
        ! gain 1 charm
! restore luck
    ? restored
        ! gain 1 charm
! restore luck
    ? restored
        ! end wrong
! end victory"""
    desk = Desk(body)
    assert desk.options == ["1", "5"]
    desk.take("5")
    assert desk.stat("charm") == 4
    assert isinstance(desk.play.request, End) and desk.play.request.kind == "victory"


@pytest.mark.parametrize("directive", ["fight", "gunfight"])
def test_a_target_is_kept_until_it_falls(directive: str) -> None:
    """Through the last shots into the blows; of three foes he is asked twice, the last is left."""
    foes = [Foe(2, 5, bullets=int(directive == "gunfight")), Foe(2, 2), Foe(2, 2)]
    body = fight(foes, directive)
    desk = Desk(body, bullets=1, strength=99)
    aimed = []
    while isinstance(desk.play.request, Choose):
        assert desk.options == [name for name in "ABC" if name not in aimed]
        aimed.append(desk.options[0])
        desk.take(aimed[-1])
    assert aimed == ["A", "B"]
    assert isinstance(desk.play.request, End) and desk.play.request.kind == "won"


def test_the_fallen_leave_their_bullets_and_the_living_shoot_theirs() -> None:
    """A has shot one of 4 when he falls, B both of his before it comes to blows."""
    foes = [Foe(2, 3, bullets=4), Foe(2, 2, bullets=2)]
    desk = Desk(fight(foes, "gunfight", most=9), bullets=1, strength=99)
    desk.take("A")
    assert isinstance(desk.play.request, End) and desk.play.request.kind == "won 3"


def test_each_shot_is_told_with_the_bullets_that_are_left() -> None:
    desk = Desk(
        "! gunfight A, dexterity 20, strength 3, bullets 2\n* On -> 1", bullets=1, strength=99
    )
    told = desk.play.result()["transcript"][0]["text"]
    assert "A: dexterity 20, strength 3, bullets 2." in told
    assert "A shoots and hits you; bullets left: 1." in told
    assert "You shoot and miss; bullets left: 0." in told
    assert "A shoots and hits you; bullets left: 0." in told
    assert told.count("You have no bullet to shoot.") == 1
    assert told.index("It comes to blows.") > told.index("bullets left: 0.")


def test_food_gives_four_strength_up_to_the_start_and_can_run_out() -> None:
    eat = "! eat\n    ? hungry\n        ! gain 1 charm\n"
    desk = Desk(f"! lose 6 strength\n{eat}{eat}{eat}* Go on -> 1", food=2)
    assert (desk.stat("strength"), desk.stat("food"), desk.stat("charm")) == (9, 0, 3)


BAG = "\n".join(f"! take {name}" for name in ("map", "rope", "lamp", "pick", "flask", "fiddle"))


def test_a_sixth_thing_asks_what_to_leave_and_numbers_take_no_room() -> None:
    desk = Desk(f"! gain 90 bullets\n! gain 9 food\n{BAG}\n* Go on -> 1")
    assert desk.options == ["map", "rope", "lamp", "pick", "flask", "fiddle"]
    desk.take("lamp")
    assert desk.carried == ["map", "rope", "pick", "flask", "fiddle"]
    desk.play.lay_down(desk.item("flask"))
    assert desk.carried == ["map", "rope", "pick", "fiddle"]


@pytest.mark.parametrize("directive", ["fight", "gunfight"])
def test_the_bag_is_shut_in_a_fight(directive: str) -> None:
    body = f"""! take balsam
* Draw -> 2

== 2 ==
! {directive} A, dexterity 2, strength 2
    * Run -> 3

== 3 ==
* Go on -> 1"""
    desk = Desk(body, bullets=1)
    item = desk.item("balsam")
    assert desk.play.sheet()["items"][0]["droppable"]
    desk.take("Draw")
    assert not desk.play.sheet()["items"][0]["droppable"]
    for act in (desk.play.use, desk.play.lay_down):
        with pytest.raises(ValueError):
            act(item)
    desk.take("Run")
    assert desk.play.sheet()["items"][0]["droppable"]
