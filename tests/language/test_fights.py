"""Fights: as the castle has them, and what a place or a book makes of them."""

from __future__ import annotations

import pytest

from tests.language.tale import ScriptError, fight, mechanic, tell

END = """
        == won ==
        ! end victory
        == fled ==
        ! end
        == lost ==
        ! end defeat
"""


@mechanic("fight.one")
def test_one_foe_until_one_falls_and_nothing_goes_on_meanwhile() -> None:
    book = """
        == 1 ==
        A boar.
        ! fight Boar, dexterity 6, strength 4
            ? won -> won
        == won ==
        ! end victory
        """
    # the boar's die, then the hero's: a wound, a parry, a wound
    tale = fight(book, rolls=[1, 6, 5, 4, 1, 6])
    assert (tale.at, tale["strength"]) == ("won", 20)
    lost = fight(book, rolls=[6, 1], sets=["strength=2"])
    assert (lost.ended, lost.at) == ("death", "1")


@mechanic("fight.loss_branch")
def test_a_lost_fight_may_lead_on() -> None:
    book = """
        == 1 ==
        ! fight Boar, dexterity 6, strength 4
            ? won -> won
            ? lost
                You wake in a cage, at {strength}.
                ! set strength to 4
                -> cage
        == cage ==
        ! end
        == won ==
        ! end victory
        """
    tale = fight(book, rolls=[6, 1], sets=["strength=2"])
    assert (tale.at, tale["strength"]) == ("cage", 4)
    still_dead = book.replace("! set strength to 4", "").replace("                -> cage\n", "")
    assert (
        fight(still_dead, rolls=[6, 1], sets=["strength=2"], allow=["unreachable"]).ended == "death"
    )


@mechanic("fight.mod_hero")
def test_a_penalty_for_this_fight_only() -> None:
    book = (
        """
        == 1 ==
        ! fight Eel, dexterity 8, strength 2, modifier -2
            ? won -> 2
        == 2 ==
        ! fight Eel, dexterity 8, strength 2
            ? won -> won
    """
        + END
    )
    tale = fight(book, rolls=[3, 4, 3, 5, 3, 4], allow=["unreachable"])
    assert (tale.at, tale["dexterity"], tale["strength"]) == ("won", 8, 20)


@mechanic("fight.timelimit")
def test_a_limit_of_rounds_is_looked_at_after_the_wounds() -> None:
    book = (
        """
        == 1 ==
        ! fight Guard, dexterity 8, strength 4
            ? when round = 2 -> late
            ? won
                In round {round}.
                -> won
        == late ==
        ! end
    """
        + END
    )
    assert fight(book, rolls=[3, 3, 3, 3], allow=["unreachable"]).at == "late"
    assert fight(book, rolls=[1, 3, 1, 3], allow=["unreachable"]).at == "won"
    dead = fight(book, rolls=[3, 3, 6, 1], sets=["strength=2"], allow=["unreachable"])
    assert dead.ended == "death"


@mechanic("fight.queue")
def test_several_foes_one_after_another() -> None:
    book = """
        == 1 ==
        ! fight First orc, dexterity 7, strength 2
        ! fight Second orc, dexterity 7, strength 2
        Both are down.
        ! end victory
    """
    tale = fight(book, rolls=[1, 6, 6, 1, 1, 6])
    assert tale["strength"] == 18
    assert tale.here.endswith("Both are down.")


@mechanic("fight.all")
def test_several_at_once_and_the_reader_names_the_target() -> None:
    book = (
        """
        == 1 ==
        ! fight
            - Old troll, dexterity 7, strength 2
            - 2 Goblin, dexterity 5, strength 2
            ? won -> won
    """
        + END
    )
    tale = fight(book, rolls=[6, 6, 1, 3, 1, 1, 1, 6], allow=["unreachable"])
    assert tale.options == ["Old troll", "Goblin 1", "Goblin 2"]
    tale.go("Goblin 1")
    assert tale["strength"] == 20 - 4
    assert tale.options == ["Old troll", "Goblin 1", "Goblin 2"]
    tale.go("Goblin 2")
    assert tale.options == ["Old troll", "Goblin 1"]


@mechanic("fight.multi_rule")
def test_two_at_a_time_and_the_next_steps_in() -> None:
    book = (
        """
        stat strength = 20, dies at 0
        rule hold the gate against {foes}
            battle
            foe: dexterity, strength, near = no
            outcomes: won, lost = death
            while any foe of foes with foe.strength > 0
                let count near = 0
                for foe of foes
                    foe.near = no
                    if foe.strength > 0 and count near < 2
                        foe.near = yes
                        count near = count near + 1
                choose target of foes with target.near, "Whom?"
                for foe of foes with foe.near
                    roll foe.power = 1d6 + foe.dexterity
                    if foe.power > 10
                        lose 2 strength
                lose 2 target.strength
                checkpoint
            outcome won
        == 1 ==
        ! hold the gate against
            - 3 Orc, dexterity 5, strength 2
            ? won -> won
    """
        + END
    )
    tale = tell(book, rolls=[6, 6, 1, 1, 1], allow=["unreachable"])
    assert tale.options == ["Orc 1", "Orc 2"]
    tale.go("Orc 1")
    assert (tale.options, tale["strength"]) == (["Orc 2", "Orc 3"], 16)
    assert tale.go("Orc 2").at == "won"


@mechanic("fight.flee", "fight.flee_after", "fight.flee_cost")
def test_escape_from_a_round_on_at_a_price_that_may_kill() -> None:
    book = (
        """
        == 1 ==
        ! fight Ogre, dexterity 8, strength 30
            * Run {if round >= 2} {lose 2 strength} -> fled
            * Yield {if foe.strength <= 28} -> lost
            ? won -> won
    """
        + END
    )
    tale = fight(book, rolls=[3, 3, 3, 3])
    assert tale.options == ["go on", "Run"]
    assert tale.go("Run").at == "fled"
    assert tale["strength"] == 18
    dead = fight(book, "Run", rolls=[3, 3, 3, 3], sets=["strength=2"])
    assert (dead.ended, dead.at) == ("death", "1")
    early = fight(book, rolls=[1, 6])
    assert early.options == ["go on", "Yield"]


def test_a_choice_with_no_guard_is_open_before_the_first_round() -> None:
    book = (
        """
        == 1 ==
        ! fight Ogre, dexterity 8, strength 30
            * Run -> fled
            ? won -> won
    """
        + END
    )
    tale = fight(book, allow=["unreachable"])
    assert (tale.options, tale.rolls) == (["go on", "Run"], [1, 2])


@mechanic("fight.round_event")
def test_rules_that_fire_at_a_round_once_or_each_time() -> None:
    book = (
        """
        == 1 ==
        ! fight Wasp, dexterity 8, strength 30
            ? when foe.power > power
                Its sting burns.
                ! lose 1 dexterity
            ? when round = 3
                It flies off.
                -> won
            ? won -> won
    """
        + END
    )
    tale = fight(book, rolls=[4, 1, 4, 1, 4, 1], allow=["unreachable"])
    assert (tale.at, tale["dexterity"], tale["strength"]) == ("won", 7, 14)
    assert tale.text.count("Its sting burns.") == 1


def test_counters_of_rounds_won_and_in_a_row_by_a_rule_of_the_book() -> None:
    book = (
        """
        stat skill = 7
        stat strength = 20, dies at 0
        rule duel {foes}
            battle
            foe: skill, strength
            outcomes: won, lost = death
            let row = 0
            let total = 0
            while any foe of foes with foe.strength > 0
                choose target of foes with target.strength > 0
                roll power = 2d6 + skill
                roll target.power = 2d6 + target.skill
                if power > target.power
                    lose 2 target.strength
                    row = row + 1
                    total = total + 1
                else
                    row = 0
                    roll sting = 1d6
                    if sting <= 2
                        lose 1 skill
                checkpoint
            outcome won
        == 1 ==
        ! duel Master, skill 7, strength 30
            ? when row = 2
                {total} in all.
                -> won
            ? won -> won
    """
        + END
    )
    rolls = [6, 6, 1, 1, 1, 1, 6, 6, 2, 6, 6, 1, 1, 6, 6, 1, 1]
    tale = tell(book, rolls=rolls, allow=["unreachable"])
    assert (tale.at, tale["skill"]) == ("won", 6)
    assert "3 in all." in tale.text


@mechanic("fight.threshold")
def test_a_fight_that_stops_at_a_threshold() -> None:
    book = (
        """
        == 1 ==
        ! fight Captain, dexterity 8, strength 6
            ? when foe.strength > 0 and foe.strength <= 4 -> yields
            ? when strength < start strength -> lost
            ? won -> won
        == yields ==
        ! end
    """
        + END
    )
    assert fight(book, rolls=[1, 6], allow=["unreachable"]).at == "yields"
    assert fight(book, rolls=[6, 1], allow=["unreachable"]).at == "lost"


def test_a_foe_with_loyalty_yields() -> None:
    book = (
        """
        == 1 ==
        ! fight Page, dexterity 8, strength 9, loyalty 2
            ? yielded -> fled
            ? won -> won
    """
        + END
    )
    assert fight(book, rolls=[1, 6], allow=["unreachable"]).at == "fled"


@mechanic("fight.dmg")
def test_special_wounds_and_blows() -> None:
    book = (
        """
        item mail
        == 1 ==
        ! fight Wasp, dexterity 8, strength 6, wound 1d3, blow (3 - has mail)
            ? won -> won
        == 2 ==
        ! take mail
        -> 1
    """
        + END
    )
    tale = fight(book, rolls=[6, 1, 3, 6, 1, 2, 1, 6, 1, 6], allow=["unreachable", "never-true"])
    assert (tale.at, tale["strength"]) == ("won", 20 - 3 - 2)


@mechanic("fight.immune_weapon", "fight.immune_power")
def test_a_foe_that_only_some_weapons_hurt_and_that_no_power_moves() -> None:
    book = (
        """
        stat power of mind = 1
        item silver knife, weapon
        == 1 ==
        * Fight the wraith -> wraith
        * Take the knife {take silver knife} {wield silver knife} -> wraith
        * Fight the man -> man
        == wraith ==
        ! fight Wraith, dexterity 8, strength 2, blow (2 * wields silver knife)
            * Run -> fled
            ? won -> won
        == man ==
        ! fight Man, dexterity 8, strength 2, modifier (2 * power of mind)
            ? won -> won
    """
        + END
    )
    bare = fight(book, "Fight the wraith", "go on", rolls=[1, 6, 1, 6], allow=["unreachable"])
    assert bare.options == ["go on", "Run"]
    assert fight(book, "Take the knife", "go on", rolls=[1, 6], allow=["unreachable"]).at == "won"
    assert fight(book, "Fight the man", rolls=[4, 4], allow=["unreachable"]).at == "won"


@mechanic("fight.persist", "nav.if_enemy")
def test_wounds_of_a_lasting_foe_stay() -> None:
    book = (
        """
        foe Troll, dexterity 8, strength 6, lasting
        == 1 ==
        * Fight it -> 400
        * Pass by -> 450
        == 400 ==
        ! fight Troll
            * Run {if round >= 1} -> 450
            ? won -> 450
        == 450 ==
        ? Troll.strength = 0
            Nobody is here.
            ! end victory
        ? Troll.strength < 6
            It limps.
        ! fight Troll
            ? won -> won
    """
        + END
    )
    hurt = fight(book, "Fight it", "go on", "Run", rolls=[1, 6, 1, 6, 1, 6], allow=["unreachable"])
    assert "It limps." in hurt.text
    assert hurt.at == "won"
    dead = fight(book, "Fight it", "go on", "go on", rolls=[1, 6] * 3, allow=["unreachable"])
    assert (dead.at, "Nobody is here." in dead.text) == ("450", True)
    fresh = fight(book, "Pass by", rolls=[1, 6] * 3, allow=["unreachable"])
    assert (fresh.at, "limps" in fresh.text) == ("won", False)


@mechanic("fight.ally")
def test_an_ally_with_numbers_of_his_own() -> None:
    book = """
        stat strength = 20, dies at 0
        rule stand together against {foes}
            battle
            foe: dexterity, strength
            ally: dexterity, strength, fallen = no
            outcomes: won, lost = death
            while any foe of foes with foe.strength > 0
                choose target of foes with target.strength > 0, "Whom?"
                for friend of allies with friend.strength > 0
                    roll friend.power = 1d6 + friend.dexterity
                    roll target.power = 1d6 + target.dexterity
                    if friend.power > target.power
                        lose 2 target.strength
                    else
                        lose 2 friend.strength
                roll power = 1d6
                if power > 3
                    lose 2 target.strength
                else
                    lose 2 strength
                checkpoint
            outcome won
        == 1 ==
        ! stand together against
            - Bear, dexterity 7, strength 6
            - ally Hunter, dexterity 8, strength 2
            ? won
                The hunter {"Hunter".strength > 0 ? stands | is down}.
                ! end victory
    """
    tale = tell(book, rolls=[1, 6, 6, 1, 6, 6])
    assert "The hunter is down." in tale.text


@mechanic("fight.mod_enemy")
def test_foes_measured_by_the_hero_and_by_what_was_done() -> None:
    book = (
        """
        stat elves = 11
        == 1 ==
        ! fight Mirror, dexterity (dexterity), strength (max(1, 24 - 2 * elves))
            ? won -> won
    """
        + END
    )
    assert fight(book, rolls=[3, 4], allow=["unreachable"]).at == "won"
    alone = fight(
        book.replace("? won -> won", "* Run -> fled\n            ? won -> won"),
        "go on",
        rolls=[3, 4],
        sets=["elves=10"],
        allow=["unreachable"],
    )
    assert alone.options == ["go on", "Run"]


@mechanic("fight.surprise")
def test_a_free_blow_and_a_foe_who_joins_later() -> None:
    book = (
        """
        stat strength = 20, dies at 0
        rule ambush {foes}
            battle
            foe: strength, joins = 0
            outcomes: won, lost = death
            let clock = 0
            while any foe of foes with foe.strength > 0
                clock = clock + 1
                choose target of foes with target.strength > 0 and target.joins <= clock, "Whom?"
                if target is given
                    lose 2 target.strength
                if clock > 1
                    for foe of foes with foe.strength > 0 and foe.joins <= clock
                        lose 1 strength
                checkpoint
            outcome won
        == 1 ==
        ! ambush
            - Scout, strength 4
            - Captain, strength 2, joins 3
            ? won -> won
    """
        + END
    )
    tale = tell(book, allow=["unreachable"])
    assert (tale.at, tale["strength"]) == ("won", 20)


@mechanic("fight.no_weapon", "fight.no_items")
def test_a_weapon_barred_for_a_fight_and_no_use_meanwhile() -> None:
    book = """
        item sword, weapon
            wielded dexterity + 3
        item potion
            use
                drop potion
                restore strength
        == 1 ==
        ! take sword
        ! take potion
        ! wield sword
        ! store all weapon in belt
        ! fight Jailer, dexterity 8, strength 2
            * Shout {if round >= 1}
                Nobody hears.
        ! fetch all from belt
        ! wield sword
        {dexterity}
        ! end victory
    """
    tale = fight(book, rolls=[4, 4, 4, 5])
    assert tale["dexterity"] == 8
    for line in ("use potion", "wield sword"):
        with pytest.raises(ScriptError):
            tale.go(line)
    assert tale.items == {"potion": 1}
    assert tale.go("go on").here.endswith("\n\n11")
    assert tale["dexterity"] == 11


@mechanic("fight.nonlethal")
def test_half_the_wounds_are_given_back() -> None:
    book = """
        == 1 ==
        ! let before = strength
        ! fight Sparring partner, dexterity 8, strength 2
            ? won
                Enough!
        ! gain (round up ((before - strength) / 2)) strength
        {strength}
        ! end
    """
    assert fight(book, rolls=[6, 1, 6, 1, 1, 6]).here.endswith("18")
    lost = fight(
        book.replace(
            "? won\n                Enough!", "? lost\n                ! set strength to 1"
        ),
        rolls=[6, 1],
        sets=["strength=2"],
    )
    assert lost["strength"] == 2


@mechanic("fight.mental", "fight.dice", "fight.tactics")
def test_a_duel_of_minds_with_dice_and_tactics_of_its_own() -> None:
    book = (
        """
        stat will = 10, dies at 0
        stat dice = 2
        rule duel of minds with {foe}
            battle
            foe: will
            outcomes: won, lost = death
            while foe.will > 0
                let ward = 0
                decide "How do you think?"
                    * Press on
                    * Hold back
                        ward = 3
                roll power = (dice)d6
                roll foe.power = 3d6 - ward
                if power >= foe.power
                    lose 4 foe.will
                else
                    lose 4 will
                checkpoint
            outcome won
        == 1 ==
        ! duel of minds with Seer, will 4
            ? won -> won
    """
        + END
    )
    tale = tell(book, "Press on", rolls=[4, 4, 3, 3, 3, 4, 4, 3, 3, 3], allow=["unreachable"])
    assert tale["will"] == 6
    assert tale.go("Hold back").at == "won"


@mechanic("fight.ranged")
def test_a_shot_by_dice_and_a_gunfight_in_which_bullets_are_counted() -> None:
    shot = """
        stat bow = 2
        item arrow
        == 1 ==
        ! take arrow
        -> 2
        == 2 ==
        * Shoot {if has arrow} {drop arrow}
            ! roll 0..9 + bow
                ? ..3 -> missed
                ? 4.. -> hit
        * Creep on -> missed
        == missed ==
        * Back -> 2
        * On -> hit
        == hit ==
        ! end
        """
    assert tell(shot, "Shoot", rolls=[2]).at == "hit"
    assert tell(shot, "Shoot", "Back", rolls=[1]).options == ["Creep on"]
    duel = """
        rules: western
        stat dexterity = 8
        stat strength = 20
        stat bullets = 2
        == 1 ==
        ! gunfight Outlaw, dexterity 6, strength 3, bullets 2
            ? won
                {bullets} left.
                ! end victory
        """
    tale = tell(duel, rolls=[1, 2, 4, 4, 1, 1, 1, 1, 6, 6])
    # a wound each, a bullet each in both rounds
    assert tale.here.endswith("0 left.")
    assert tale["strength"] == 17
    quick = tell(duel, rolls=[1, 2, 1, 1, 6, 6])
    # one shot, and the bullet that the fallen had left
    assert quick.here.endswith("2 left.")


@mechanic("fight.multi_hero", "char.party")
def test_several_heroes_fight_and_one_death_is_not_the_end() -> None:
    book = """
        cast party
            each: skill = 7, life = 4
            - Anna, skill 9
            - Boris, life 2
        rule party fight {foes}
            battle
            foe: skill, life
            outcomes: won, lost
            while any foe of foes with foe.life > 0
                for hero of party with hero.life > 0
                    choose target of foes with target.life > 0, "Whom does {hero} strike?"
                    if target is given
                        roll hero power = 1d6 + hero.skill
                        roll target.power = 1d6 + target.skill
                        if hero power > target.power
                            lose 2 target.life
                        else
                            lose 2 hero.life
                if not any hero of party with hero.life > 0
                    outcome lost
                checkpoint
            outcome won
        == 1 ==
        ! party fight
            - 2 Wolf, skill 7, life 2
            ? won
                {"Anna".life > 0 ? Anna stands | Anna is down}. {Boris.life > 0 ? Boris stands | Boris is down}.
                ! end victory
            ? lost
                ! end death
        """
    tale = tell(book)
    assert tale.question == "Whom does Anna strike?"
    tale = tell(book, "Wolf 1", rolls=[6, 1, 1, 6, 6, 1])
    assert tale.here.endswith("Anna stands. Boris is down.") or "Boris is down." in tale.text


@mechanic("fight.mass", "char.army")
def test_a_battle_of_armies_on_a_table_of_losses() -> None:
    book = (
        """
        stat knights = 30, from 0
        stat elves = 20, from 0
        table loss
            roll  1  2  3
            1     10 20 30
            2     0  10 20
        rule battle against {count}
            outcomes: won, lost
            let enemy = count
            while enemy > 0
                if knights + elves <= 0
                    outcome lost
                roll die = 1d3
                let ratio = 1
                if knights + elves >= enemy
                    ratio = 2
                let dead = loss[ratio, die]
                decide "Who bears the loss of {dead}?"
                    * The knights {if knights >= dead}
                        lose dead knights
                    * The elves {if elves >= dead}
                        lose dead elves
                    * Both {otherwise}
                        set knights to 0
                        set elves to 0
                enemy = enemy - 20
                checkpoint
            outcome won
        == 1 ==
        ! battle against 50
            ? won -> won
            ? lost -> lost
    """
        + END
    )
    tale = tell(
        book, "The knights", "The elves", "The knights", rolls=[2, 2, 2], allow=["unreachable"]
    )
    assert (tale.at, tale["knights"], tale["elves"]) == ("won", 10, 10)


@mechanic("fight.grid")
def test_a_battle_on_a_map_of_squares() -> None:
    book = (
        """
        stat column = 1, from 1 to 3
        stat line = 1, from 1 to 3
        stat strength = 6, dies at 0
        rule skirmish with {foes}
            battle
            foe: at column, at line, strength = 2
            outcomes: won, lost = death, escaped
            while any foe of foes with foe.strength > 0
                decide "Your move?"
                    * East {if column < 3}
                        gain 1 column
                    * North {if line < 3}
                        gain 1 line
                    * Strike {if any foe of foes with foe.strength > 0 and foe.at column = column and foe.at line = line}
                        choose target of foes with target.strength > 0 and target.at column = column and target.at line = line, "Whom?"
                        lose 2 target.strength
                    * Leave the field {if column = 1 and line = 1}
                        outcome escaped
                for foe of foes with foe.strength > 0
                    if foe.at column = column and foe.at line = line
                        lose 1 strength
                checkpoint
            outcome won
        == 1 ==
        ! skirmish with
            - Archer, at column 2, at line 2
            - Guard, at column 3, at line 1, strength 4
            ? won -> won
            ? escaped -> fled
    """
        + END
    )
    tale = tell(book, allow=["unreachable"])
    assert tale.options == ["East", "North", "Leave the field"]
    tale.go("East", "North")
    assert tale.options == ["East", "North", "Strike"]
    assert tale["strength"] == 5
    tale.go("Strike")
    assert tale["strength"] == 5
    assert tell(book, "Leave the field", allow=["unreachable"]).at == "fled"


def test_what_is_thrown_in_a_fight_stays_on_reload() -> None:
    book = (
        """
        == 1 ==
        ! fight Ogre, dexterity 8, strength 30
            * Run -> fled
            ? won -> won
    """
        + END
    )
    tale = fight(book, "go on", rolls=[6, 1], allow=["unreachable"])
    again = tale.again()
    assert (again["strength"], again.options) == (18, ["go on", "Run"])
    assert tale.go("go on").rolls == again.go("go on").rolls
