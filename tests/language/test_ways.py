"""Turns and choices: the ways from paragraph to paragraph."""

from __future__ import annotations

import pytest

from tests.language.tale import ScriptError, codes, mechanic, tell


@mechanic("nav.forced")
def test_a_lone_turn_is_taken_without_a_question() -> None:
    tale = tell(
        """
        == 1 ==
        The gate shuts.
        -> 30

        == 2 ==
        Rain.
        -> 30

        == 30 ==
        A yard.
        ! end
        """,
        allow=["unreachable"],
    )
    assert tale.at == "30"
    assert tale.text == "The gate shuts.\n\nA yard."
    assert "unknown-target" in codes("== 1 ==\nThe gate shuts.\n-> 30\n")


@mechanic("nav.plain")
def test_choices_keep_the_order_of_the_author_and_may_share_a_target() -> None:
    many = "\n".join(f"* Way {n} -> hall" for n in range(30))
    book = f"== 1 ==\n{many}\n\n== hall ==\n! end\n"
    tale = tell(book)
    assert tale.options == [f"Way {n}" for n in range(30)]
    assert tale.go("Way 29").at == "hall"
    assert tell(book, "3").at == "hall"


@mechanic("nav.if_item", "nav.if_itemflag")
def test_a_choice_that_needs_a_thing_is_hidden_without_it_and_uses_nothing_up() -> None:
    book = """
        item lamp (lamps)
        == 1 ==
        * Light the lamp {if has lamp} -> cave
        * Grope on -> cave
        == cave ==
        ! offer lamp
        * Back up -> 1
        * Enough -> out
        == out ==
        ! end
        """
    tale = tell(book)
    assert tale.options == ["Grope on"]
    tale.go("Grope on", "lamp", "Back up")
    assert tale.options == ["Light the lamp", "Grope on"]
    assert tale.go("Light the lamp").items == {"lamp": 1}


def test_a_closed_choice_is_shown_where_the_book_says_so() -> None:
    tale = tell(
        """
        locked: show
        item lamp
        stat gold = 2
        == 1 ==
        * Light the *lamp* {if has lamp} -> 2
        * Pay {pay 3 gold} -> 2
        * Grope on -> 2
        * Never seen {otherwise} -> 2
        == 2 ==
        ! take lamp
        ! end
        """
    )
    assert tale.options == ["Grope on"]
    assert [text for text in tale.closed] == ["Light the lamp", "Pay"]
    with pytest.raises(ScriptError):
        tale.go("Pay")


@mechanic("nav.if_skill", "stat.title")
def test_skills_stay_when_everything_is_lost_and_ranks_are_ordered() -> None:
    book = """
        stat rank = squire of (page, squire, knight)
        stat tracking = 1
        codeword Hunter
        item knife
        == 1 ==
        ! mark Hunter
        ! take knife
        ! drop all
        * Follow the trail {if tracking >= 1} -> 2
        * As a hunter {if marked Hunter} -> 2
        * As a squire or better {if rank >= squire} -> 2
        * As a knight {if rank is knight} -> 2
        == 2 ==
        You are a {rank}.
        ? has knife -> 1
        ! gain 1 rank
        ! gain 1 rank
        You are a {rank}.
        ! end
        """
    tale = tell(book)
    assert tale.options == ["Follow the trail", "As a hunter", "As a squire or better"]
    assert tale.go("1").here == "You are a squire.\n\nYou are a knight."
    assert "unknown-name" in codes("== 1 ==\n* Go {if trakcing >= 1} -> 1\n* Stop -> 1\n")


@mechanic("nav.end", "end.win")
def test_an_ending_is_said_and_a_paragraph_that_leads_nowhere_is_an_error() -> None:
    tale = tell('== 1 ==\nHome.\n! end victory "The bells ring - all of them..."\n')
    assert tale.ended == "victory"
    assert tale.play.result()["end"] == {
        "kind": "victory",
        "paragraph": "1",
        "text": "The bells ring — all of them…",
    }
    assert codes("== 1 ==\nHome.\n") == {"dead-end"}


@mechanic("nav.else")
def test_otherwise_is_offered_when_no_other_choice_is() -> None:
    book = """
        item rope
        stat gold = 0
        == 1 ==
        * Climb {if has rope} -> 2
        * Pay {pay 1 gold} -> 2
        * Turn away {otherwise} -> 2
        == 2 ==
        ! take rope
        ! end
        """
    assert tell(book).options == ["Turn away"]
    assert tell(book, sets=["gold=1"]).options == ["Pay"]
    assert tell(book, sets=["gold=1", "rope=1"]).options == ["Climb", "Pay"]


@mechanic("nav.auto")
def test_a_branch_decides_after_what_the_paragraph_did() -> None:
    book = """
        stat gold = 5, from 0
        == 1 ==
        ! lose 3 gold
        ? gold >= 3 -> rich
        ? else -> poor
        == rich ==
        ! end
        == poor ==
        ! end
        """
    assert tell(book).at == "poor"
    assert tell(book, sets=["gold=6"]).at == "rich"


def test_else_covers_the_whole_group() -> None:
    book = """
        stat gold = 5
        stat luck = 1
        == 1 ==
        ? gold > 4
            Rich.

        // a comment between
        ? luck > 0
            Lucky.
        ? else if gold > 1
            Fair.
        ? else
            Poor.
        ! end
        """
    assert tell(book).here == "Rich.\n\nLucky."
    assert tell(book, sets=["gold=2"]).here == "Lucky."
    assert tell(book, sets=["gold=2", "luck=0"]).here == "Fair."
    assert tell(book, sets=["gold=0", "luck=0"]).here == "Poor."


@mechanic("nav.logic")
def test_conditions_are_joined_with_parentheses_and_counted() -> None:
    book = """
        item sword
        item axe
        codeword CURSED
        == 1 ==
        ? (has sword or has axe) and not marked CURSED
            One.
        ? at least 2 of (has sword, has axe, marked CURSED)
            Two.
        ? has sword + has axe = 2
            Sum.
        ? not (has sword or has axe)
            None.
        ! offer sword, axe
        ! mark CURSED
        ! end
        """
    assert tell(book, sets=["sword=1"]).here == "One."
    assert tell(book, sets=["sword=1", "axe=1"]).here == "One.\n\nTwo.\n\nSum."
    assert tell(book, sets=["axe=1", "CURSED=1"]).here == "Two."
    assert tell(book).here == "None."


@mechanic("nav.if_flag")
def test_a_choice_on_a_codeword() -> None:
    book = """
        == 1 ==
        ! mark FALCON
        * Show the ring {if marked falcon} -> 2
        * Say nothing -> 2
        == 2 ==
        ! end
        """
    assert tell(book).options == ["Show the ring", "Say nothing"]
    assert "unknown-name" in codes(book.replace("! mark FALCON", ""))
    assert "never-used" in codes("== 1 ==\n! mark FALCON\n! end\n")


@mechanic("nav.if_visited")
def test_a_choice_on_an_earlier_visit() -> None:
    book = """
        == hall ==
        ? first visit
            New here.
        ? visited hall
            You know the hall.
        Time {visits here}.
        * Down -> cellar
        * Out {if visited cellar or visited attic} -> out
        == cellar ==
        * Up -> hall
        * Higher -> attic
        == attic ==
        -> back
        == out ==
        ! end
        """
    tale = tell(book)
    assert tale.here == "New here.\n\nTime 1."
    assert tale.options == ["Down"]
    tale.go("Down", "Up").again()
    assert tale.again().here == tale.here == "You know the hall.\n\nTime 2."
    assert tale.options == ["Down", "Out"]


@mechanic("nav.if_money", "nav.pay")
def test_a_price_is_a_guard_and_is_paid_once_and_on_choosing() -> None:
    book = """
        stat gold = 5, from 0
        item gem
        == 1 ==
        * Show your purse {if gold >= 3} -> 2
        * Bribe him {pay 3 gold} -> 2
        * Give the gem {if has gem} {drop gem} -> 2
        * Go -> 2
        == 2 ==
        You have {gold}.
        ! take gem
        -> 1
        """
    tale = tell(book, allow=["no-ending", "endless"])
    assert tale.options == ["Show your purse", "Bribe him", "Go"]
    tale.go("Show your purse")
    assert tale["gold"] == 5
    tale.go("Bribe him")
    assert tale["gold"] == 2
    assert tale.options == ["Give the gem", "Go"]
    tale.go("Give the gem")
    assert tale.items == {"gem": 2}
    assert "bad-directive" in codes("stat gold = 5\n== 1 ==\n! pay 3 gold\n! end\n")


def test_a_price_with_or_asks_which() -> None:
    book = """
        stat gold = 5, from 0
        item gem
        == 1 ==
        ! take gem
        * Bribe him {if gold >= 3 or has gem}
            * With gold {pay 3 gold} -> 2
            * With the gem {if has gem} {drop gem} -> 2
        * Go -> 2
        == 2 ==
        ! end
        """
    tale = tell(book, "Bribe him")
    assert "With gold" in tale.options and "With the gem" in tale.options
    tale.go("With the gem")
    assert (tale["gold"], tale.items) == (5, {})


@mechanic("nav.if_stat", "nav.if_expr")
def test_a_choice_on_a_number_and_on_a_sum() -> None:
    book = """
        stat strength = 7
        stat stealth = 4
        == 1 ==
        ! lose 1 strength
        ? strength < 7
            Weak.
        ! by strength + stealth
            ? ..9 -> low
            ? 10..11 -> middle
            ? 12.. -> high
        == low ==
        ! end
        == middle ==
        ! end
        == high ==
        ! end
        """
    assert tell(book).at == "middle"
    assert tell(book).text == "Weak."
    assert tell(book, sets=["stealth=6"]).at == "high"
    assert tell(book, sets=["strength=2"]).at == "low"


@mechanic("nav.effect")
def test_an_effect_belongs_to_its_choice_not_to_the_target() -> None:
    book = """
        stat day = 1
        codeword LATE
        == 1 ==
        * Stay {gain 1 day} {mark LATE} -> 2
        * Stay the week {lose 1 day} {set day to day * 7} -> 2
        * Go -> 2
        == 2 ==
        Day {day}. {marked LATE ? Late. | In time.}
        ! end
        """
    assert tell(book, "Go").here == "Day 1. In time."
    assert tell(book, "Stay").here == "Day 2. Late."
    assert tell(book, "Stay the week").here == "Day 0. In time."


@mechanic("nav.if_world")
def test_a_thing_bound_to_a_place_and_ordered_grades() -> None:
    book = """
        stat crew = average of (poor, average, good, excellent)
        stat ship = nowhere of (nowhere, at Ransgate, at Corin)
        == 1 ==
        ! set ship to at Corin
        * Sail {if ship is at Corin and crew >= good} -> 2
        * Train the crew {gain 1 crew} -> 1
        * Walk -> 2
        == 2 ==
        ! end
        """
    tale = tell(book)
    assert tale.options == ["Train the crew", "Walk"]
    assert tale.go("Train the crew").options[0] == "Sail"
    tale.go("Train the crew", "Train the crew", "Train the crew")
    assert tale["crew"] == 3


@mechanic("nav.steps")
def test_steps_stand_under_one_number_and_only_it_turns_to_them() -> None:
    book = """
        stat price = 10
        == 1 ==
        "Ten crowns," he says.
        * Haggle -> lower
        * Go -> 2
        === lower ===
        ! lose 2 price
        "{price}, then."
        * Haggle {if price > 6} -> lower
        * Take it -> 2
        == 2 ==
        You pay {price}.
        ! end
        """
    tale = tell(book, "Haggle", "Haggle")
    assert tale.at == "1"
    assert tale.options == ["Take it"]
    assert tale.again().options == ["Take it"]
    tale.play.undo()
    assert (tale.options, tale["price"]) == (["Haggle", "Take it"], 8)
    assert "unknown-target" in codes(book + "\n== 3 ==\n-> lower\n")


@mechanic("nav.return")
def test_back_leads_where_the_reader_came_from() -> None:
    book = """
        == hall ==
        The hall.
        * Read the sign -> sign
        * Go on -> yard
        == yard ==
        The yard.
        * Read the sign -> sign
        * Done -> out
        == sign ==
        No entry.
        -> back
        == out ==
        ! end
        """
    assert tell(book, "Read the sign").at == "hall"
    assert tell(book, "Go on", "Read the sign").at == "yard"
    assert tell(book, "Go on", "Read the sign", "Done").at == "out"


def test_a_detour_comes_back_to_the_line_after_it_with_a_value() -> None:
    book = """
        stat gold = 5, from 0
        == 1 ==
        Before.
        ! lose 1 gold
        ! visit toll with gold + 2
        After, {gold} left.
        ! end
        == toll ==
        The toll is {it}.
        * Pay {lose 2 gold} -> thanks
        * Run -> return
        == thanks ==
        Thanks.
        -> return
        """
    tale = tell(book, "Pay")
    assert tale.text == "Before.\n\nThe toll is 6.\n\nThanks.\n\nAfter, 2 left."
    assert tale.at == "1"


@mechanic("nav.once")
def test_a_choice_that_is_offered_once_and_a_number_of_actions() -> None:
    book = """
        stat hours = 2, from 0
        == 1 ==
        * Search the desk {once}
            Nothing.
        * Ask the smith {pay 1 hours}
            He shrugs.
        * Ask the maid {pay 1 hours}
            She nods.
        * Leave -> 2
        == 2 ==
        * Again -> 1
        * Out -> 3
        == 3 ==
        ! end
        """
    tale = tell(book, "Search the desk")
    assert tale.here == "Nothing."
    assert tale.options == ["Ask the smith", "Ask the maid", "Leave"]
    tale.go("Ask the maid", "Ask the smith")
    assert tale.options == ["Leave"]
    assert tale.go("Leave", "Again").options == ["Leave"]


@mechanic("nav.secret")
def test_a_secret_number_is_summed_and_checked() -> None:
    book = """
        numbers: keep
        item key
        == 26 ==
        ! take key
        * Add the number on the key {if has key} {secret 26 + 8} -> 34
        * Go home -> 1
        == 1 ==
        ! end
        == 34 ==
        ! end victory
        """
    assert tell(book, "1").at == "34"
    wrong = book.replace("26 + 8", "26 + 7")
    assert "bad-directive" in codes(wrong)
    named = book.replace("34", "vault")
    assert "bad-directive" not in codes(named)


@mechanic("nav.password")
def test_a_word_that_the_reader_types() -> None:
    book = """
        stat tries = 2, from 0
        == 1 ==
        ! ask "Who goes there?"
            ? "heron", "the grey heron" -> in
            ? else
                ! lose 1 tries
                ? tries = 0 -> out
        * Try again -> 1
        == in ==
        ! end victory
        == out ==
        ! end defeat
        """
    assert tell(book, " HERON ").at == "in"
    assert tell(book, "The grey  heron").at == "in"
    tale = tell(book, "owl")
    assert tale.options == ["Try again"]
    assert tale.go("Try again", "eagle").at == "out"


def test_a_number_that_the_reader_types() -> None:
    book = """
        == 1 ==
        ! ask "How many steps?"
            ? 39 -> in
            ? 1..99
                {it} is wrong.
            ? else
                That is no number of steps.
        ! end defeat
        == in ==
        ! end victory
        """
    assert tell(book, "39").at == "in"
    assert tell(book, "40").here == "40 is wrong."
    assert tell(book, "no idea").here == "That is no number of steps."


@mechanic("nav.standing")
def test_a_link_noted_on_the_sheet_opens_at_its_place() -> None:
    book = """
        item old map
            use
                -> map
        codeword WELL
        == 1 ==
        ! take old map
        ! mark WELL
        * On -> 10
        == 10 ==
        * The old well {if marked WELL} {unmark WELL} -> well
        * On -> 1
        == well ==
        ! end
        == map ==
        Ink and dust.
        -> back
        """
    tale = tell(book, "use old map")
    assert tale.at == "1"
    assert "Ink and dust." in tale.text
    tale.go("On")
    assert tale.options == ["The old well", "On"]
    tale.go("use old map")
    assert tale.at == "10"
    assert tale.go("The old well").codewords == []


@mechanic("nav.spell", "nav.if_spell", "spell.use")
def test_spells_are_picked_at_the_start_spent_or_paid_with_strength() -> None:
    book = """
        stat strength = 10, from 0, dies at 0
        kind spell
        item fire, spell
        item fog, spell
        item leap, spell
        == 1 ==
        ! choose 2 of (fire, fog, leap), "Which do you learn?"
        -> 2
        == 2 ==
        * FIR {if has fire} {drop fire} {lose 1 strength} -> 2
        * FOG {if has fog} {drop fog} -> 2
        * LEP {if has leap} {pay 4 strength} -> 2
        * Go -> 3
        == 3 ==
        ! drop all spell
        ! end
        """
    tale = tell(book)
    assert tale.options == ["fire", "fog", "leap"]
    tale.go("leap", "fire")
    assert tale.options == ["FIR", "LEP", "Go"]
    tale.go("FIR")
    assert (tale["strength"], tale.options) == (9, ["LEP", "Go"])
    tale.go("LEP", "LEP")
    assert tale["strength"] == 1
    assert tale.options == ["Go"]
    assert tale.go("Go").items == {}


@mechanic("nav.if_time", "time.counter")
def test_a_clock_is_looked_at_after_the_effects_and_before_the_choices() -> None:
    book = """
        stat day = 13, from 0, at 15 -> doom
        == 1 ==
        ! gain 1 day
        Day {day}.
        * By night {if day >= 14} -> 1
        * Sleep a week {gain 7 day} -> 1
        * Away -> 2
        == 2 ==
        ! end
        == doom ==
        The gate is shut.
        ! end defeat
        """
    tale = tell(book)
    assert tale.options == ["By night", "Sleep a week", "Away"]
    tale.go("By night")
    assert tale.at == "doom"
    assert tale.text == "Day 14.\n\nDay 15.\n\nThe gate is shut."
    assert tell(book, "Sleep a week").at == "doom"


@mechanic("nav.book")
def test_the_next_book_of_a_series_is_included_and_shares_the_sheet() -> None:
    files = {
        "second.gbk": """
stat honour = 3
== harbour of book two ==
Honour {honour}, and {marked CROWN ? a crown | no crown}.
! end
"""
    }
    tale = tell(
        """
        include: second.gbk
        == 1 ==
        ! mark CROWN
        ! gain 2 honour
        * Sail -> harbour of book two
        """,
        "Sail",
        files=files,
    )
    assert tale.here == "Honour 5, and a crown."


def test_an_inline_choice_stands_in_its_sentence() -> None:
    tale = tell(
        """
        item rope
        == 1 ==
        You may [climb *down* {if has rope} -> 2] or [shout {take rope} -> 1], [no link].
        == 2 ==
        ! end
        """
    )
    assert tale.here == "You may climb down or shout, [no link]."
    assert tale.options == ["shout"]
    assert tale.go("shout").options == ["climb down", "shout"]
