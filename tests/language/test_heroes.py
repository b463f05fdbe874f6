"""Several heroes, ships, ends and second lives."""

from __future__ import annotations

from tests.language.tale import mechanic, tell


@mechanic("char.choose_member")
def test_the_reader_says_who_acts() -> None:
    book = """
        cast party
            each: agility = 7, life = 1
            - Anna, agility 9
            - Boris, agility 4
        rule climb
            outcomes: up, down
            choose climber of party with climber.life > 0, "Who climbs?"
            roll throw = 2d6
            if throw <= climber.agility
                outcome up
            climber.life = 0
            outcome down
        == 1 ==
        ! climb
            ? up
                {climber} is up.
            ? down
                {climber} falls.
        * Again {if Anna.life > 0 or Boris.life > 0} -> 1
        * Enough -> 2
        == 2 ==
        ! end
        """
    tale = tell(book, rolls=[4, 4, 4, 4])
    assert (tale.question, tale.options) == ("Who climbs?", ["Anna", "Boris"])
    tale.go("Boris")
    assert tale.here.endswith("Boris falls.")
    tale.go("Again")
    assert tale.here.endswith("Anna is up.")


@mechanic("char.split")
def test_the_party_parts_and_joins_again() -> None:
    book = """
        values team: together, left team, right team
        cast party
            each: side = together
            - Anna
            - Boris
            - Clara
        rule part
            outcomes: parted
            choose 1..2 gone of party, "Who goes left?"
            for p of party
                p.side = right team
            for p of gone
                p.side = left team
            outcome parted
        rule join
            outcomes: joined
            for p of party
                p.side = together
            outcome joined
        == 1 ==
        ! part
        {count p of party with p.side is left team} went left.
        * Anna waits {if Anna.side is right team} -> 2
        * On -> 2
        == 2 ==
        ! join
        {count p of party with p.side is together} together.
        ! end
        """
    tale = tell(book, "Boris", "Clara")
    assert tale.here.endswith("2 went left.")
    assert tale.options == ["Anna waits", "On"]
    assert tale.go("On").here.endswith("3 together.")


@mechanic("char.vehicle")
def test_a_ship_its_crew_and_its_cargo() -> None:
    book = """
        values port: Ransgate, Corin, sunk
        values ware: furs, spice
        stat crew = average of (poor, average, good)
        stat ship at = Ransgate
        stat hold[ware] = 0, from 0
        formula load = hold[furs] + hold[spice]
        stat gold = 10, from 0
        == Harbour ==
        * Load furs {if load < 2} {pay 4 gold} {gain 1 hold[furs]} -> Harbour
        * Sail {if crew >= average} {set ship at to Corin} -> Sea
        == Sea ==
        The ship makes for {ship at} with {load} aboard, a crew of {crew} hands.
        ! roll 1d6 + (crew >= good)
            ? 1..2
                ! set hold[furs] to 0
                Washed overboard.
            ? else
                Fair wind.
        ! end
        """
    tale = tell(book, "Load furs", "Load furs", rolls=[2])
    assert (tale.options, tale["gold"]) == (["Sail"], 2)
    tale.go("Sail")
    assert "makes for Corin with 2 aboard, a crew of average hands" in tale.here
    assert tale["hold"] == [0, 0]


@mechanic("end.resurrect")
def test_a_bargain_with_death_is_used_up_and_the_newest_counts() -> None:
    book = """
        stat life = 3, from 0, dies at 0
        == 1 ==
        ! on death -> first shrine
        ! on death -> second shrine
        * Jump {lose 9 life} -> 2
        == 2 ==
        ! end
        == first shrine ==
        Again?
        * Jump {lose 9 life} -> 2
        * Die -> pit
        == second shrine ==
        ! set life to 1
        ! drop all
        You wake.
        * On -> first shrine
        * Fall -> pit
        == pit ==
        ! end death
        """
    tale = tell(book, "Jump")
    assert (tale.at, tale["life"]) == ("second shrine", 1)
    tale.go("Fall")
    assert tale.at == "first shrine"
    tale.go("Jump")
    assert tale.ended == "death"


@mechanic("end.score")
def test_a_score_and_a_rank_at_the_end() -> None:
    book = """
        stat gold = 30
        == 1 ==
        ! take idol
        ! mark KING
        -> score
        == score ==
        ! let score = gold + 20 * has idol + 10 * marked KING
        ! by score
            ? ..20
                ! end defeat "A beggar."
            ? 21..50
                ! end victory "A squire."
            ? 51..
                ! end victory "A lord, with points enough."
        """
    tale = tell(book)
    assert tale.play.result()["end"]["text"] == "A lord, with points enough."
    assert tell(book, sets=["gold=1"]).play.result()["end"]["text"] == "A squire."
