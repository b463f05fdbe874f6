"""Rules of a book's own: statements, sets, casts, decks, what larger systems need."""

from __future__ import annotations

from tests.language.tale import codes, tell

COACH = """
values side: order, brotherhood
values thing: key, cup, key bag, cup bag, elixir, coat
cast passengers
    each: side = none, for you = 33, against you = 33, bag[thing] = 0
    - Countess, against you 50
    - Doctor, for you 100
    - Bishop, for you 0, against you 100
stat own[thing] = 0
stat pile[thing] = 3
stat sides left[side] = 2
rule attack {passenger}
    outcomes: won, lost, tie
    let swords = 1
    let shields = 1
    for p of passengers with p != passenger
        roll mood = 1d100
        if mood <= p.for you
            swords = swords + 1
        else if mood <= p.for you + p.against you
            shields = shields + 1
    checkpoint
    if swords < shields
        outcome lost
    if swords = shields
        draw t from pile
        if t is given
            gain 1 own[t]
        outcome tie
    decide "You have won. What do you look at?"
        * The papers {if passenger.side is none}
            draw passenger.side from sides left
        * The luggage {if any t of thing with passenger.bag[t] > 0}
            choose t of thing with passenger.bag[t] > 0, "What do you take?"
            if (sum passenger.bag[x] for x of thing) = 1
                choose back of thing with own[back] > 0, "What do you give for it?"
                lose 1 own[back]
                gain 1 passenger.bag[back]
            lose 1 passenger.bag[t]
            gain 1 own[t]
    outcome won
rule declare victory
    outcomes: won, lost
    choose 0..5 allies of passengers, "Who of you holds the rest?"
    let keys = own[key] + sum a.bag[key] for a of allies
    let bags = own[key bag] + sum a.bag[key bag] for a of allies
    if (every a of allies with a.side is order) and keys + min(1, bags) >= 3
        outcome won
    outcome lost
rule pack
    for p of passengers
        p.bag[key] = 2
== 1 ==
! pack
* Attack the Countess -> attack
* Declare -> declare
== attack ==
! attack Countess
    ? won
        The Countess is of the {Countess.side}.
        ! end victory
    ? lost
        ! end defeat
    ? tie
        A {t}: {own[key]}.
        ! end
== declare ==
! declare victory
    ? won
        ! end victory
    ? lost
        ! end defeat
"""


def test_the_coach_as_it_was_written_out() -> None:
    # the Doctor for the hero, the Bishop against him: two and two, and the first card of the pile
    tale = tell(COACH, "Attack the Countess", rolls=[50, 50, 1])
    assert (tale.ended, tale.here) == ("end", "A key: 1.")


def test_a_parameter_of_another_name_takes_a_member_of_a_cast() -> None:
    book = COACH.replace("{passenger}", "{defender}").replace("passenger.", "defender.")
    book = book.replace("p != passenger", "p != defender")
    tale = tell(book, "Attack the Countess", rolls=[50, 50, 1])
    assert tale.here == "A key: 1."
    assert tale["pile"] == [2, 3, 3, 3, 3, 3]


def test_the_papers_are_drawn_when_they_are_looked_at() -> None:
    book = COACH.replace("- Bishop, for you 0, against you 100", "- Bishop, for you 100")
    tale = tell(book, "Attack the Countess", rolls=[50, 50, 3])
    assert tale.options == ["The papers", "The luggage"]
    tale.go("The papers")
    assert tale.here.endswith("The Countess is of the brotherhood.")
    taken = tell(book, "Attack the Countess", "The luggage", rolls=[50, 50])
    assert taken["own"][0] == 1


def test_several_are_chosen_one_after_another_with_a_done() -> None:
    tale = tell(COACH, "Declare")
    assert tale.options == ["Countess", "Doctor", "Bishop", "done"]
    assert tale.question == "Who of you holds the rest?"
    tale.go("Doctor")
    assert tale.options == ["Countess", "Bishop", "done"]
    assert tale.go("done").ended == "defeat"


def test_a_check_with_three_dice_and_fate() -> None:
    book = """
stat fate = 1, from 0
stat courage = 12
stat wit = 12
stat hand = 12
stat climbing = 4
rule check {skill} on {first} / {second} / {third}
    with: difficulty = 0
    outcomes: success, failure
    let need[1..3] = difficulty
    gain (first) need[1]
    gain (second) need[2]
    gain (third) need[3]
    let spent = no
    roll die[1..3] = 1d20
    decide "A point of fate?"
        * Let it stand
        * Throw some dice again {pay 1 fate} {if not every i of 1..3 with die[i] = 20}
            spent = yes
            choose 1..3 again of 1..3, "Which?"
            for i of again
                roll die[i] = 1d20
    let rest = skill - sum max(0, die[i] - need[i]) for i of 1..3
    if rest < 0 or every i of 1..3 with die[i] = 20
        outcome failure
    let quality = max(1, round up (rest / 3))
    outcome success
== 1 ==
! check climbing on courage / wit / hand, difficulty -2
    ? success
        Quality {quality}.
        ! end victory
    ? failure
        ! end defeat
"""
    assert tell(book, "Let it stand", rolls=[10, 11, 12]).here.endswith("Quality 1.")
    assert tell(book, "Let it stand", rolls=[10, 11, 13]).here.endswith("Quality 1.")
    assert tell(book, "Let it stand", rolls=[10, 11, 20]).ended == "defeat"
    tale = tell(book, "Throw some dice again", rolls=[10, 11, 20, 2])
    assert tale.options == ["1", "2", "3"]
    tale.go("3", "done")
    assert (tale.ended, tale["fate"]) == ("victory", 0)


def test_items_are_a_set_in_loops_choices_sums_and_questions() -> None:
    book = """
        item sword, size 2
        item rope, size 1
        item ring
        formula load = sum i.size for i of items
        rule thief
            outcomes: robbed, spared
            if not any i of items with i.size > 0
                outcome spared
            choose loss of items with loss.size > 0, "What does he get?"
            drop loss
            let left = 0
            for i of items with i.size is given
                left = left + count i * i.size
            say "Left: {left} in {count i of items} things."
            outcome robbed
        == 1 ==
        ! take sword
        ! take 2 rope
        ! take ring
        Load {load}.
        ! thief
            ? robbed
                Load {load}.
            ? spared
                Nothing.
        ! end
        """
    tale = tell(book)
    assert tale.options == ["sword", "rope"]
    tale.go("sword")
    assert tale.text == "Load 4.\n\nLeft: 2 in 3 things.\n\nLoad 2."
    assert tale.items == {"rope": 2, "ring": 1}


def test_values_index_rows_and_show_as_words() -> None:
    book = """
        values colour: red, green, blue (blues)
        stat seen[colour] = 0
        stat flag = green
        rule look
            outcomes: done
            choose c of colour with seen[c] = 0, "Which?"
            seen[c] = 1
            say "You saw {c}."
            outcome done
        == 1 ==
        The flag is {flag}.
        ! look
        ! look
        {count c of colour with seen[c] = 1} of 3. {seen[red]} {flag is green ? same | other}
        ! end
        """
    tale = tell(book, "blue", "red")
    assert "The flag is green." in tale.text
    assert tale.here == "You saw red.\n\n2 of 3. 1 same"


def test_hidden_things_are_secret() -> None:
    book = """
        stat murderer = 1d3, secret
        == 1 ==
        * The butler {if murderer = 2} -> 2
        * The cook -> 3
        == 2 ==
        ! end victory
        == 3 ==
        ! end defeat
        """
    tale = tell(book, rolls=[2])
    assert tale.play.sheet()["stats"] == []
    assert tale.options == ["The butler", "The cook"]


def test_a_decision_belongs_to_one_of_a_cast() -> None:
    book = """
        cast players
            each: score = 0
            - Anna
            - Boris
        rule turn
            outcomes: done
            for p of players
                decide for p "Left or right?"
                    * Left
                        p.score = 1
                    * Right
                        p.score = 2
            outcome done
        == 1 ==
        ! turn
        {Anna.score} to {Boris.score}.
        ! end
        """
    tale = tell(book)
    assert tale.question == "Anna: Left or right?"
    tale.go("Left")
    assert tale.question == "Boris: Left or right?"
    assert tale.go("Right").here == "1 to 2."


def test_a_rule_calls_a_rule_and_its_names_are_read_behind_it() -> None:
    book = """
        stat skill = 7
        rule leap over {gap}
            outcomes: far, short
            let reach = 0
            do throw well
                ? good
                    reach = 2
            if reach + skill > gap
                outcome far
            outcome short
        rule throw well
            outcomes: good, bad
            roll die = 1d6
            if die > 3
                outcome good
            outcome bad
        == 1 ==
        ! leap over 8
            ? far
                By {reach}.
            ? short
                No: {reach}.
        Still {reach}.
        ! end
        """
    assert tell(book, rolls=[4]).here == "By 2.\n\nStill 2."
    assert tell(book, rolls=[3]).here == "No: 0.\n\nStill 0."


def test_what_runs_in_every_paragraph() -> None:
    book = """
        stat strength = 5, to start
        stat fights = 0
        rule every paragraph
            if fights = 0
                gain 1 strength
            fights = 0
        == 1 ==
        ! lose 3 strength
        * Fight {gain 1 fights} -> 2
        * Rest -> 2
        == 2 ==
        {strength}
        ! end
        """
    assert tell(book, "Fight").here == "2"
    assert tell(book, "Rest").here == "3"


def test_the_same_words_twice_are_a_finding() -> None:
    book = """
        rule climb {thing}
            outcomes: up
            outcome up
        rule climb {other}
            outcomes: down
            outcome down
        == 1 ==
        ! climb 3
        ! end
        """
    tell(book)  # a later definition of a pattern replaces the earlier one
    assert "bad-directive" in codes(
        book.replace("climb {thing}", "climb {thing} fast")
        .replace("climb {other}", "climb slow {other}")
        .replace("climb 3", "climb slow fast")
    )


def test_what_a_pattern_takes() -> None:
    book = """
        stat skill = 5
        stat gold = 3, from 0
        item rope
        rule train {stat} by {amount}
            outcomes: done
            gain (amount) stat
            outcome done
        rule give {item} to {text}
            outcomes: given, none left
            if has item
                drop item
                say "You give {item} to {text}."
                outcome given
            outcome none left
        rule flee to {paragraph}
            say "You run."
            -> paragraph
        rule twice {die}
            outcomes: done
            roll a = die
            roll b = die
            outcome done
        rule quiz
            outcomes: right, wrong
            ask "Two and two?"
                ? 4
                    outcome right
                ? else
                    outcome wrong
        == 1 ==
        ! train skill by 2
        ! train gold by 1d6
        ! take rope
        ! give rope to "the smith"
            ? none left
                No rope.
        ! give rope to "the smith"
            ? none left
                No rope.
        ! twice 1d6
            ? done
                {a} and {b}.
        ! quiz
            ? right
                Right.
        ! flee to moor
        == moor ==
        ! end
        """
    tale = tell(book, "4", rolls=[4, 2, 5])
    assert (tale["skill"], tale["gold"], tale.at) == (7, 7, "moor")
    assert tale.text.split("\n\n") == [
        "You give rope to the smith.",
        "No rope.",
        "2 and 5.",
        "Right.",
        "You run.",
    ]


def test_a_rule_that_does_not_always_turn_away_leaves_the_end_open() -> None:
    book = """
        stat nerve = 3
        rule bolt to {paragraph}
            if nerve < 2
                -> paragraph
        == 1 ==
        ! bolt to moor
        == moor ==
        ! end
        """
    assert codes(book) == {"dead-end"}
    assert codes(book.replace("! bolt to moor", "! bolt to moor\n        -> moor")) == set()


def test_other_forms_of_kinds_codewords_and_foes() -> None:
    book = """
        kind blade (blades), limit 3
        item sword (swords), blade
        codeword OATH (oaths)
        foe Wolf (wolves), bite 2
        rule face {foes}
            foe: bite
            outcomes: done
            choose one of foes, "Which?"
            outcome done
        == 1 ==
        ! take 2 swords
        ! mark oaths
        {count blades}, {marked oath}, {has any blades}.
        ! drop all blades
        {count blade}.
        ! face
            - 2 wolves
            ? done
                {one} bites for {one.bite}.
        ! end
        """
    tale = tell(book)
    assert tale.options == ["Wolf 1", "Wolf 2"]
    tale.go("Wolf 2")
    assert tale.text == "2, 1, 1.\n\n0.\n\nWolf 2 bites for 2."
