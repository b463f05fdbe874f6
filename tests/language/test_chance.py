"""Dice: tables, tests, games."""

from __future__ import annotations

from tests.language.tale import codes, fight, mechanic, tell


@mechanic("rnd.table")
def test_ranges_of_a_roll_lead_on_and_the_roll_stays() -> None:
    book = """
        == 1 ==
        ! roll 2d6
            ? 2..4 -> 100
            ? 5..9 -> 101
            ? 10.. -> 102
        == 100 ==
        ! end
        == 101 ==
        * Wait -> 100
        == 102 ==
        ! end
        """
    for dice, number in ([1, 1], "100"), ([4, 5], "101"), ([4, 6], "102"):
        assert tell(book, rolls=dice).at == number
    tale = tell(book, rolls=[2, 4])
    assert tale.again().rolls == [2, 4]
    assert codes(book.replace("5..9", "6..9")) == {"table-gap"}
    assert codes(book.replace("5..9", "4..9")) == {"table-overlap"}
    assert codes(book.replace("10..", "10..13")) <= {"table-overlap", "never-true"}


def test_a_roll_once_made_stays_on_reload_and_undo() -> None:
    book = """
        == 1 ==
        * Throw
            ! roll 1d6
                ? 1..3
                    Low.
                ? 4..6
                    High.
        * Go -> 2
        == 2 ==
        ! end
        """
    tale = tell(book, "Throw")
    shown, rolls = tale.here, tale.rolls
    tale.play.undo()
    assert tale.go("Throw").here == shown
    again = tell(book).again().go("Throw")
    assert (again.here, again.rolls) == (shown, rolls)


def test_a_table_from_nought_to_nine() -> None:
    book = """
        == 1 ==
        ! roll 0..9
            ? 0 -> nought
            ? 1..9 -> more
        == nought ==
        ! end
        == more ==
        ! end
        """
    assert tell(book, rolls=[0]).at == "nought"
    assert tell(book, rolls=[9]).at == "more"


@mechanic("rnd.mod")
def test_what_applies_is_summed_before_the_ranges_are_read() -> None:
    book = """
        stat stealth = 0
        stat rank = 2
        item cloak
        == 1 ==
        ! roll 0..9 + 2 * stealth + rank - has cloak
            ? ..6
                Seen.
            ? 7..
                Unseen.
        ! offer cloak
        ! end
        """
    assert tell(book, rolls=[4]).here == "Seen."
    assert tell(book, rolls=[4], sets=["stealth=1"]).here == "Unseen."
    assert tell(book, rolls=[4], sets=["stealth=1", "cloak=1", "rank=1"]).here == "Seen."


@mechanic("rnd.effect")
def test_ranges_of_a_roll_give_different_effects() -> None:
    book = """
        stat strength = 9, from 0
        == 1 ==
        ! roll 1d6
            ? 1..2
                ! lose 2 strength
                ! take arrow
            ? 3, 5
                ! gain 1 strength
            ? else
                Nothing.
        ! end
        """
    assert tell(book, rolls=[2])["strength"] == 7
    assert tell(book, rolls=[5])["strength"] == 10
    assert tell(book, rolls=[4]).here == "Nothing."


@mechanic("rnd.amount")
def test_a_rolled_amount_may_be_named_shown_and_used_again() -> None:
    book = """
        stat strength = 20, from 0
        == 1 ==
        ! lose 1d6 strength
        ! roll harm = 2d6 + 1
        ! lose harm strength
        You lose {harm}.
        ? harm >= 9
            ! mark BRUISED
        * Rest {if harm < 20} -> 2
        == 2 ==
        {marked BRUISED ? Bruised. | Whole.}
        ! end
        """
    tale = tell(book, "Rest", rolls=[6, 4, 5])
    assert tale["strength"] == 20 - 6 - 10
    assert tale.text == "You lose 10.\n\nBruised."
    assert "unknown-name" in codes(book.replace("! end", "{harm}\n! end"))


@mechanic("rnd.dice")
def test_unusual_dice() -> None:
    book = """
        stat hull = 2
        == 1 ==
        ! roll a = 1d4
        ! roll b = 1d100
        ! roll c = 8d6
        ! roll d = (hull)d8
        ! roll e = 2 * 1d6
        {a} {b} {c} {d} {e}
        ! end
        """
    tale = tell(book, rolls=[4, 100, *[6] * 8, 8, 7, 5])
    assert tale.here == "4 100 48 15 10"


@mechanic("rnd.parity")
def test_odd_even_doubles_and_a_coin() -> None:
    book = """
        == 1 ==
        ! roll 1d6
            ? odd
                Heads.
            ? even
                Tails.
        ! roll a = 1d6
        ! roll b = 1d6
        ? a = b
            A double.
        ? else
            {a} and {b}.
        ! end
        """
    assert tell(book, rolls=[3, 2, 2]).here == "Heads.\n\nA double."
    assert tell(book, rolls=[2, 2, 5]).here == "Tails.\n\n2 and 5."


@mechanic("rnd.multi")
def test_several_rolls_and_rolling_until() -> None:
    book = """
        stat strength = 12, from 0
        rule climb
            outcomes: up
            let height = 0
            while height < 7
                roll step = 1d6
                height = height + step
                if step = 1
                    lose 2 strength
            outcome up
        == 1 ==
        ! climb
            ? up
                You are up, at {height}.
        ! end
        """
    tale = tell(book, rolls=[1, 3, 1, 4])
    assert (tale.here, tale["strength"]) == ("You are up, at 9.", 8)


@mechanic("rnd.game")
def test_a_game_for_stakes_until_the_reader_stops() -> None:
    book = """
        stat gold = 5, from 0
        == 1 ==
        ! let entry = gold
        -> table
        == table ==
        * Play {if gold > 0} -> throw
        * Leave -> street
        == throw ==
        ! choose number from 1 to min(gold, 20), "Your stake?"
        ! let stake = it
        ! roll yours = 2d6
        ! roll theirs = 2d6
        ? yours > theirs
            ! gain stake gold
            You win {stake}.
        ? else
            ! lose stake gold
            You lose {stake}.
        -> table
        == street ==
        {gold > 5 ? Richer. | No richer.}
        ! end
        """
    tale = tell(book, "Play", "3", "Play", "8", rolls=[6, 6, 1, 2, 1, 1, 6, 6])
    assert tale.options == ["Leave"]
    assert tale.go("Leave").here == "No richer."


@mechanic("rnd.reroll")
def test_a_right_to_throw_again() -> None:
    book = """
        stat fate = 1, from 0
        rule leap
            outcomes: landed, fell
            roll die = 1d6
            decide "Throw again?"
                * Let it stand
                * Throw again {pay 1 fate}
                    roll die = 1d6
            if die >= 4
                outcome landed
            outcome fell
        == 1 ==
        ! leap
            ? landed -> far
            ? fell -> deep
        == far ==
        ! end victory
        == deep ==
        ! end defeat
        """
    tale = tell(book, rolls=[2, 5])
    assert tale.options == ["Let it stand", "Throw again"]
    assert tale.go("Throw again").at == "far"
    poor = tell(book, rolls=[2], sets=["fate=0"])
    assert "Throw again" not in poor.options


@mechanic("test.stat", "item.equipped")
def test_roll_under_a_stat_with_what_is_in_hand() -> None:
    book = """
        stat skill = 7
        item staff, weapon
            wielded skill + 2
        == 1 ==
        ! take staff
        * Leap -> 2
        == 2 ==
        ! test skill
            ? success -> far
            ? failure -> deep
        == far ==
        ! end
        == deep ==
        ! end
        """
    assert tell(book, "Leap", rolls=[4, 4]).at == "deep"
    assert tell(book, "wield staff", "Leap", rolls=[4, 4]).at == "far"


@mechanic("test.fixed", "test.effect")
def test_roll_plus_stat_against_a_number_with_an_effect() -> None:
    book = """
        stat thievery = 4
        stat gold = 0
        == 1 ==
        ! roll 2d6 + thievery
            ? 13..
                ! gain 5 gold
            ? else
                ! mark CAUGHT
        {marked CAUGHT ? Caught. | Away.}
        ! end
        """
    tale = tell(book, rolls=[4, 5])
    assert (tale["gold"], tale.here) == (5, "Away.")
    assert tell(book, rolls=[4, 4]).here == "Caught."


@mechanic("test.mod")
def test_a_modifier_on_a_test() -> None:
    book = """
        stat skill = 7
        item lamp
        == 1 ==
        ! test skill - 2 + has lamp
            ? success
                Through.
            ? failure
                Stuck.
        ! offer lamp
        ! end
        """
    assert tell(book, rolls=[3, 3]).here == "Stuck."
    assert tell(book, rolls=[3, 3], sets=["lamp=1"]).here == "Through."


@mechanic("test.combo")
def test_a_test_on_the_lower_of_two_and_on_a_sum() -> None:
    book = """
        stat skill = 5
        stat charm = 9
        == 1 ==
        ! test min(skill, charm)
            ? success
                Both.
            ? failure
                Not both.
        ! test (skill + charm)
            ? success
                Together.
            ? failure
                Not together.
        ! end
        """
    assert tell(book, rolls=[3, 3, 6, 6]).here == "Not both.\n\nTogether."


@mechanic("test.margin")
def test_how_far_a_test_missed_is_read_behind_it() -> None:
    book = """
        stat skill = 7
        stat strength = 20
        == 1 ==
        ! test skill
            ? success
                Fine.
            ? failure
                ! lose (dice - skill) strength
                You miss by {dice - skill}.
        ! end
        """
    tale = tell(book, rolls=[5, 6])
    assert (tale.here, tale["strength"]) == ("You miss by 4.", 16)


@mechanic("test.luck")
def test_luck_drops_by_one_each_time_and_never_below_nought() -> None:
    book = """
        stat luck = 8, from 0
        rule test luck
            outcomes: lucky, unlucky
            let before = luck
            roll throw = 2d6
            lose 1 luck
            if throw <= before
                outcome lucky
            outcome unlucky
        == 1 ==
        ! test luck
            ? lucky
                Lucky.
            ? unlucky
                Unlucky.
        ! test luck
            ? lucky
                Lucky.
            ? unlucky
                Unlucky.
        ! end
        """
    tale = tell(book, rolls=[4, 4, 4, 4])
    assert (tale.here, tale["luck"]) == ("Lucky.\n\nUnlucky.", 6)
    assert tell(book, rolls=[4, 4, 4, 4], sets=["luck=0"])["luck"] == 0


def test_the_luck_of_the_castle_may_be_declined() -> None:
    book = """
        == 1 ==
        ! test luck
            ? lucky -> well
            ? unlucky -> ill
        == well ==
        ! end
        == ill ==
        ! end
        """
    assert fight(book, "Leave it").at == "ill"
    crossed = fight(book, "Throw the die", rolls=[1])
    assert (crossed.at, crossed["luck"]) == ("ill", [1, 1, 0, 0, 0, 0])
    assert fight(book, "Throw the die", rolls=[3])["luck"] == [1, 1, 1, 0, 0, 0]
