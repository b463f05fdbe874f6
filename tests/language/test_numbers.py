"""Stats, money, marks: what is written on the sheet and changes."""

from __future__ import annotations

import pytest

from gbk.run.sheet import SetError
from tests.language.tale import ScriptError, codes, findings, mechanic, tell


@mechanic("stat.loss", "end.death")
def test_a_loss_is_applied_once_and_at_its_bound_the_book_ends_before_the_choices() -> None:
    book = """
        stat strength = 6, from 0, dies at 0
        stat gold = 1, from 0
        == 1 ==
        * Down -> 14
        == 14 ==
        Stones fall.
        ! lose 4 strength
        ! lose 3 gold
        * On -> 20
        * Wait -> 14
        == 20 ==
        ! end
        """
    tale = tell(book, "Down")
    assert (tale["strength"], tale["gold"], tale.ended) == (2, 0, None)
    assert tale.again()["strength"] == 2
    tale.play.undo()
    assert tale["strength"] == 6
    tale.go("Down")
    assert tale["strength"] == 2
    tale.go("Wait")
    assert (tale.ended, tale.options) == ("death", [])


@mechanic("stat.gain", "stat.restore")
def test_a_gain_stops_at_the_start_value_and_the_surplus_is_lost() -> None:
    book = """
        stat strength = 18, from 0, to start, dies at 0
        stat luck = 9, to start
        item poison, condition
            carried strength - 5
        == 1 ==
        ! lose 3 strength
        ! gain 6 strength
        {strength} of {start strength}.
        ! take poison
        ! lose 2 strength
        ! gain 9 strength
        {strength} of {start strength}.
        ! drop poison
        ! lose 5 luck
        ! restore luck
        {strength}, {luck}.
        ! end
        """
    assert tell(book).here == "18 of 18.\n\n13 of 18.\n\n18, 9."


@mechanic("stat.initial")
def test_the_start_value_itself_is_raised() -> None:
    book = """
        stat strength = 10, to start
        == 1 ==
        ! gain 1 start strength
        ! gain 5 strength
        {strength}
        ! lose 4 start strength
        {strength} of {start strength}
        ! set start strength to 20
        ! restore strength
        {strength}
        ! end
        """
    assert tell(book).here == "11\n\n7 of 7\n\n20"


@mechanic("stat.custom")
def test_a_number_of_the_books_own_with_bounds_label_and_threshold() -> None:
    book = """
        stat honour = 3, from 0 to 10, at 0 -> outcast, label "Honour of the house"
        stat doubt = 0, hidden
        == 1 ==
        ! lose 5 honour
        ! gain 1 doubt
        You are shamed.
        * Go on -> 2
        == 2 ==
        ! gain 50 honour
        ! end
        == outcast ==
        Nobody knows you. Honour {honour}.
        * Begin anew -> 2
        """
    tale = tell(book)
    assert tale.at == "outcast"
    assert tale.text == "You are shamed.\n\nNobody knows you. Honour 0."
    assert [s["label"] for s in tale.play.sheet()["stats"]] == ["Honour of the house"]
    assert tale.go("Begin anew")["honour"] == 10


@mechanic("stat.set", "stat.scale")
def test_a_number_is_set_halved_and_doubled() -> None:
    book = """
        stat gold = 15, from 0
        stat food = 4, from 0
        == 1 ==
        ! set gold to round up (gold / 2)
        ! set food = food * 2
        {gold} {food}
        ! lose (round down (gold / 3)) gold
        ! lose round up (food / 3) food
        {gold} {food}
        ! set gold to 0
        {gold}
        ! end
        """
    assert tell(book).here == "8 8\n\n6 5\n\n0"


@mechanic("stat.choose", "test.choose_stat")
def test_the_reader_chooses_a_stat_to_change_and_one_to_test() -> None:
    book = """
        stat skill = 7
        stat charm = 9
        == 1 ==
        * Train your skill {gain 1 skill} -> 2
        * Train your charm {gain 1 charm} -> 2
        == 2 ==
        * Climb
            ! test skill
                ? success -> up
                ? failure -> down
        * Talk
            ! test charm
                ? success -> up
                ? failure -> down
        == up ==
        ! end victory
        == down ==
        ! end defeat
        """
    tale = tell(book, "Train your charm", "Climb", rolls=[4, 4])
    assert (tale["skill"], tale["charm"], tale.at) == (7, 10, "down")
    assert tell(book, "Train your charm", "Talk", rolls=[5, 5]).at == "up"


@mechanic("stat.affliction")
def test_a_curse_is_a_condition_that_gives_back_what_it_took() -> None:
    book = """
        stat skill = 8, from 0, to start
        kind weapon
        item fever, condition
            carried skill - 2
        item curse, condition, single
            carried skill - 1
        == 1 ==
        ! take fever
        ! take curse
        ! take curse
        {skill}
        ! take fever
        {skill}
        ! drop all
        {skill}
        ! test skill
            ? success
                Up.
            ? failure
                Down.
        ! drop fever
        ! drop 5 fever
        ! drop curse
        {skill}
        ! end
        """
    assert tell(book, rolls=[3, 3]).here.split("\n\n") == ["5", "5", "5", "Down.", "8"]


@mechanic("stat.temp")
def test_a_bonus_until_a_later_event() -> None:
    book = """
        stat skill = 8
        item battle song, condition
            carried skill + 2
        == 1 ==
        ! take battle song
        {skill}
        -> 2
        == 2 ==
        {skill}
        ! drop battle song
        {skill}
        ! end
        """
    assert tell(book).text == "10\n\n10\n\n8"


@mechanic("stat.blessing")
def test_a_blessing_serves_once_after_the_bad_roll_is_seen() -> None:
    book = """
        item blessing of storms, condition, single
        stat skill = 5
        == 1 ==
        ! take blessing of storms
        -> storm
        == storm ==
        ! test skill
            ? success -> calm
            ? failure
                The mast cracks.
        * Call the blessing {if has blessing of storms} {drop blessing of storms} -> storm
        * Go down -> deep
        == calm ==
        ! end victory
        == deep ==
        ! end defeat
        """
    tale = tell(book, rolls=[6, 6, 6, 5, 1])
    assert tale.here == "The mast cracks."
    tale.go("Call the blessing")
    assert (tale.options, tale.items) == (["Go down"], {})


@mechanic("stat.levelup")
def test_training_by_a_roll_over_the_number_itself() -> None:
    book = """
        stat magic = 6, to 12
        == 1 ==
        ! roll 2d6
            ? ..magic
                No gain.
            ? (magic + 1)..
                ! gain 1 magic
        ! end
        """
    assert tell(book, rolls=[3, 3])["magic"] == 6
    assert tell(book, rolls=[3, 4])["magic"] == 7


@mechanic("cond.effect")
def test_an_effect_on_a_condition_is_decided_once() -> None:
    book = """
        stat strength = 9, from 0
        item amulet
        == 1 ==
        ? has amulet
            ? strength > 8
                ! lose 1 strength
            ? else
                ! lose 2 strength
        ? else
            ! lose 3 strength
        ! take amulet
        ! end
        """
    assert tell(book)["strength"] == 6
    assert tell(book, sets=["amulet=1"])["strength"] == 8
    assert tell(book, sets=["amulet=1", "strength=5"])["strength"] == 3


@mechanic("money.gain", "money.pay")
def test_a_purse_with_a_bound_and_a_forced_loss() -> None:
    book = """
        stat gold = 45, from 0 to 50
        == 1 ==
        ! gain 2d6 gold
        {gold} {gold: crown | crowns}.
        ! lose 80 gold
        {gold} {gold: crown | crowns}.
        ! gain 1 gold
        {gold} {gold: crown | crowns}.
        ! end
        """
    tale = tell(book, rolls=[4, 4])
    assert tale.here == "50 crowns.\n\n0 crowns.\n\n1 crown."


@mechanic("money.multi")
def test_two_currencies_and_an_exchange() -> None:
    book = """
        stat crowns = 10, from 0
        stat pence = 0, from 0
        == 1 ==
        ! choose number from 0 to crowns, "How many crowns do you change?"
        ! lose it crowns
        ! gain (it * 12) pence
        {crowns} crowns, {pence} pence.
        ! shop "The baker"
            - 1 pence, 1 crowns
            - sell 12 pence, 1 crowns
        ! end
        """
    tale = tell(book, "3")
    assert (tale["crowns"], tale["pence"]) == (7, 36)
    with pytest.raises(ScriptError):
        tell(book, "11")


@mechanic("money.bank")
def test_a_bank_keeps_money_and_pays_interest() -> None:
    book = """
        stat gold = 100, from 0
        stat bank = 0, hidden
        == 1 ==
        ! choose number from 0 to gold, "How much do you leave?"
        ! lose it gold
        ! gain it bank
        -> 2
        == 2 ==
        ! roll 2d6
            ? 2..4
                ! set bank to round down (bank * 9 / 10)
            ? 5..12
                ! set bank to round down (bank * 11 / 10)
        ! gain bank gold
        ! set bank to 0
        ! end
        """
    assert tell(book, "95", rolls=[6, 6])["gold"] == 5 + 104
    assert tell(book, "95", rolls=[1, 1])["gold"] == 5 + 85


@mechanic("amount.choose")
def test_the_reader_picks_an_amount_within_bounds() -> None:
    book = """
        stat gold = 7, from 0
        == 1 ==
        ! choose number from 1 to min(gold, 20), "How much do you give?"
        ! lose it gold
        ? it >= 5 -> blessed
        ? else -> scorned
        == blessed ==
        ! end
        == scorned ==
        ! end
        """
    tale = tell(book)
    assert tale.question == "How much do you give?"
    assert tale.go("5").at == "blessed"
    assert tale["gold"] == 2
    for line in ("0", "8", "many"):
        with pytest.raises(ScriptError):
            tell(book, line)


@mechanic("flag.set", "flag.clear")
def test_marks_are_yes_or_no_and_may_be_hidden() -> None:
    book = """
        codeword traitor, hidden
        == 1 ==
        ! mark FALCON
        ! mark falcon
        ! mark traitor
        * On -> 2
        == 2 ==
        {marked FALCON ? yes | no}
        ! unmark FALCON
        ! unmark FALCON
        {marked FALCON ? yes | no}, {marked traitor ? yes | no}
        ! end
        """
    tale = tell(book)
    assert tale.play.sheet()["codewords"] == ["FALCON"]
    assert sorted(tale.codewords) == ["FALCON", "traitor"]
    assert tale.go("On").here == "yes\n\nno, yes"


@mechanic("flag.box")
def test_boxes_are_visits_and_are_not_ticked_by_undo() -> None:
    book = """
        == 1 ==
        * Drink -> well
        * Leave -> 2
        == well ==
        ? visits here = 1
            Sweet.
        ? visits here = 2
            Bitter.
        ? visits here >= 3 -> dry
        * Back -> 1
        == dry ==
        ! end
        == 2 ==
        ! end
        """
    tale = tell(book, "Drink", "Back", "Drink")
    assert tale.here == "Bitter."
    tale.play.undo()
    tale.go("Drink")
    assert tale.here == "Bitter."
    assert tale.go("Back", "Drink").at == "dry"


@mechanic("flag.counter")
def test_a_number_for_the_rest_of_the_paragraph() -> None:
    book = """
        stat gold = 9
        == 1 ==
        ! let before = gold
        ! lose 4 gold
        ! let toll = before - gold
        You lost {toll} of {before}.
        ? toll > 3
            ! let toll = toll * 2
            It is {toll} now.
        * Ask again {if toll = 8} -> 2
        == 2 ==
        ! end
        """
    tale = tell(book)
    assert tale.here == "You lost 4 of 9.\n\nIt is 8 now."
    assert tale.options == ["Ask again"]
    assert "unknown-name" in codes(book.replace("! end", "{toll}\n! end"))


@mechanic("char.create")
def test_the_hero_is_made_by_dice_choices_and_points() -> None:
    book = """
        stat skill = 6 + 1d6
        stat strength = 12 + 2d6, to start
        stat points = 3, from 0
        rule setup
            choose extra of 0..2, "Better dice?"
            gain (extra) skill
        kind weapon
        item sword, weapon
        item axe, weapon
        item spear, weapon
        == 1 ==
        ! choose 1 of (sword, axe, spear), "Your weapon?"
        -> points
        == points ==
        * More skill {pay 1 points} {gain 1 skill} -> points
        * More strength {pay 1 points} {gain 2 start strength} {gain 2 strength} -> points
        * Done -> 2
        == 2 ==
        ! end
        """
    tale = tell(book, "1", rolls=[4, 3, 5])
    assert (tale["skill"], tale["strength"]) == (11, 20)
    tale.go("axe", "More skill", "More strength", "More strength")
    assert (tale.options, tale["skill"], tale["strength"]) == (["Done"], 12, 24)


def test_a_bound_may_be_an_expression_and_rows_have_bounds_too() -> None:
    book = """
        stat hold = 5
        stat cargo = 0, from 0 to hold
        stat wound[1..3] = 2, from 0 to 4
        == 1 ==
        ! gain 8 cargo
        ! gain 9 wound[2]
        ! lose 3 wound[1]
        {cargo} {wound[1]} {wound[2]} {wound[3]}
        ! end
        """
    assert tell(book).here == "5 0 4 2"
    with pytest.raises(SetError):
        tell(book, sets=["wound[4]=1"])


def test_gold_for_gold_is_not_a_suggestion() -> None:
    found = findings("stat gold = 9\n== 1 ==\n! lose 50% gold\n! end\n")
    assert [code for code, _, _ in found] == ["syntax"]
    assert found[0][2]["key"] == "fraction"
