"""Things: taken, offered, lost, bought, worn, used."""

from __future__ import annotations

import pytest

from tests.language.tale import ScriptError, codes, mechanic, tell

BAG = """
    kind bag, limit 2
    kind weapon, limit 1
"""


@mechanic("item.offer", "item.pick_limit")
def test_each_thing_offered_is_taken_or_left_and_not_offered_again() -> None:
    book = """
        == 1 ==
        ! offer dagger, rope, 2 meal
        * Look again -> 2
        * Out -> 3
        == 2 ==
        -> 1
        == 3 ==
        ! offer 2 of (ring, pearl, crown)
        ! end
        """
    tale = tell(book)
    assert tale.options == ["dagger", "rope", "meal", "leave"]
    tale.go("meal", "rope", "meal")
    assert tale.options == ["dagger", "leave"]
    tale.go("leave", "Look again")
    assert tale.options == ["Look again", "Out"]
    tale.go("Out", "crown", "ring")
    assert tale.items == {"meal": 2, "rope": 1, "crown": 1, "ring": 1}
    assert tale.ended == "end"


def test_what_is_offered_again_stays() -> None:
    book = """
        == 1 ==
        ! offer apple, again
        * Wait -> 1
        * Out -> 2
        == 2 ==
        ! end
        """
    tale = tell(book, "apple", "Wait")
    assert tale.options == ["apple", "leave"]
    assert tale.go("leave", "Out").items == {"apple": 1}


@mechanic("item.get")
def test_with_a_full_bag_the_reader_says_what_to_leave() -> None:
    book = """
        item letter, condition
        == 1 ==
        ! take rope
        ! take lamp
        ! take idol
        ! take letter
        ! take 2 bread
        ! end
        """
    tale = tell(book, head=BAG)
    assert tale.question == "What do you leave?"
    assert tale.options == ["rope", "lamp", "idol"]
    tale.go("rope")
    assert tale.items == {"lamp": 1, "idol": 1, "letter": 1}
    tale.go("bread", "lamp")
    assert tale.items == {"idol": 1, "letter": 1, "bread": 1}


def test_the_offer_asks_for_room_too() -> None:
    book = """
        item rock, size 3
        item pearl
        kind bag, limit size to 4
        == 1 ==
        ! take pearl
        ! offer rock, pearl
        ! take pearl
        ! end
        """
    tale = tell(book, "rock")
    assert tale.items == {"pearl": 1, "rock": 1}
    tale.go("pearl")
    assert tale.question == "What do you leave?"
    assert tale.go("rock").items == {"pearl": 3}


@mechanic("item.lose")
def test_one_copy_is_lost_or_none_and_the_weapon_in_hand_goes_with_it() -> None:
    book = """
        stat skill = 7
        item axe, weapon
            wielded skill + 1
        == 1 ==
        ! take 2 torch
        ! take axe
        ! wield axe
        ! drop rope
        ! drop torch
        {skill} {count torch}
        ! drop axe
        {skill} {wields axe ? axe | hand}
        ! take axe
        {skill}
        ! offer rope
        ! end
        """
    assert tell(book).here == "8 1\n\n7 hand\n\n7"


@mechanic("item.weapon")
def test_only_the_weapon_in_hand_counts_and_the_best_armour() -> None:
    book = """
        stat attack = 5
        stat armour = 0
        item sword, weapon
            wielded attack + 2
        item spear, weapon
            wielded attack + 1
        item mail
            carried armour at least 3
        item helm
            carried armour at least 2
        item shield
            carried armour + 1
        == 1 ==
        ! take sword
        ! take spear
        ! take mail
        ! take helm
        ! take shield
        {attack} {armour}
        ! wield spear
        {attack}
        ! wield sword
        {attack}
        ! drop sword
        ! drop mail
        {attack} {armour}
        ! gain 1 attack
        {attack}
        ! end
        """
    assert tell(book).here == "5 3\n\n6\n\n7\n\n5 2\n\n6"


@mechanic("item.charges", "item.count")
def test_doses_are_counted_and_close_at_nought() -> None:
    book = """
        item arrow (arrows)
        == 1 ==
        ! take 2 arrows
        -> 2
        == 2 ==
        {count arrow} {count arrow: arrow | arrows} left.
        * Shoot {if has arrow} {drop arrow} -> 2
        * Shoot twice {if has 2 arrows} {drop 2 arrows} -> 2
        * Go -> 3
        == 3 ==
        ! end
        """
    tale = tell(book)
    assert tale.options == ["Shoot", "Shoot twice", "Go"]
    tale.go("Shoot")
    assert (tale.here, tale.options) == ("1 arrow left.", ["Shoot", "Go"])
    assert tale.go("Shoot").options == ["Go"]


def test_a_wand_with_charges_that_travel_with_it() -> None:
    book = """
        stat charges = 0, from 0 to 3
        item wand, single
        == 1 ==
        ! take wand
        ! gain 5 charges
        * Fire {if has wand} {pay 1 charges} -> 2
        * On -> 2
        == 2 ==
        ! store all in GAOL
        {has wand ? armed | bare}
        ! fetch all from GAOL
        {has wand ? armed | bare}, {charges}
        ! end
        """
    assert tell(book, "Fire").here == "bare\n\narmed, 2"


@mechanic("item.food", "item.meal_due")
def test_a_meal_is_due() -> None:
    book = """
        stat strength = 10, from 0
        item meal (meals)
        == 1 ==
        ! take 1 meal
        ! visit supper
        ! visit supper
        ! end
        == supper ==
        ? has meal
            ! drop meal
            You eat.
        ? else
            ! lose 3 strength
            You go hungry.
        -> return
        """
    tale = tell(book)
    assert (tale.text, tale["strength"], tale.items) == ("You eat.\n\nYou go hungry.", 7, {})


@mechanic("item.lose_kind")
def test_a_whole_kind_is_lost_or_everything_but_conditions() -> None:
    book = """
        kind weapon
        kind armour
        item sword, weapon
        item mail, armour
        item blessing, condition
        == 1 ==
        ! take sword
        ! take mail
        ! take 3 rope
        ! take blessing
        ! drop all weapon
        {count sword} {count mail} {count rope}
        ! take sword
        ! drop all
        {count sword} {count mail} {count rope} {count blessing}
        ! end
        """
    assert tell(book).here == "0 1 3\n\n0 0 0 1"


@mechanic("item.lose_pick")
def test_things_are_lost_by_choice_or_by_chance() -> None:
    book = """
        == 1 ==
        ! take rope
        ! take lamp
        ! take 2 apple
        ! drop 1 of (rope, lamp, pearl)
        ! drop 2 bag at random
        {count bag} left.
        ! drop 9 bag at random
        {count bag} left.
        ! offer pearl
        ! end
        """
    tale = tell(book, rolls=[3, 1])
    assert tale.options == ["rope", "lamp"]
    tale.go("rope")
    assert tale.text == "1 left.\n\n0 left."
    assert tale.rolls[:2] == [3, 1]


@mechanic("item.buy", "item.sell")
def test_a_shop_buys_and_sells_until_the_reader_leaves() -> None:
    book = """
        stat gold = 12, from 0
        stat cargo = 0
        item rope
        item gem
        == 1 ==
        ! take gem
        ! shop "The stall"
            - rope, 5 gold
            - sell rope, 2 gold
            - 1 cargo, 4 gold {if has gem}
            - sell gem, 3 gold {once}
            - old hat, 1 gold {if gold > 100}
        ! end
        """
    tale = tell(book.replace("- old hat", "- rope"))
    assert tale.question == "The stall"
    assert tale.options == ["rope — 5 gold", "1 cargo — 4 gold", "sell gem — 3 gold", "leave"]
    tale.go("1", "1")
    assert (tale["gold"], tale.items) == (2, {"rope": 2, "gem": 1})
    tale.go("sell gem — 3 gold")
    assert tale.options == ["rope — 5 gold", "sell rope — 2 gold", "leave"]
    tale.go("sell rope — 2 gold", "leave")
    assert (tale["gold"], tale.items, tale.ended) == (7, {"rope": 1}, "end")


@mechanic("item.use_any", "item.use_here")
def test_a_thing_is_used_whenever_the_sheet_is_open_and_in_its_place() -> None:
    book = """
        stat strength = 4, from 0, to 10
        item bread
            use
                drop bread
                gain 4 strength
                You eat.
        item scroll
            use
                * Read it aloud
                    mark READ
                * Burn it {if has bread}
                    drop scroll
                * Put it back
        == 1 ==
        ! take 2 bread
        ! take scroll
        * Give the bread here {if has bread} {drop bread} -> 2
        * On -> 2
        == 2 ==
        {marked READ ? read | unread}
        ! end
        """
    book = book.replace("                You eat.\n", '                say "You eat."\n')
    tale = tell(book, "use bread")
    assert (tale["strength"], tale.items["bread"]) == (8, 1)
    assert "You eat." in tale.text
    tale.go("use scroll")
    assert tale.options == ["Read it aloud", "Burn it", "Put it back"]
    tale.go("Read it aloud")
    assert tale.options == ["Give the bread here", "On"]
    tale.go("use scroll", "Burn it")
    assert "scroll" not in tale.items
    assert tale.go("Give the bread here").here == "read"
    with pytest.raises(ScriptError):
        tell(book, "use bread", "use bread", "use bread")


@mechanic("item.upgrade")
def test_a_thing_gets_better() -> None:
    book = """
        stat attack = 5
        item sword, weapon
            wielded attack + 1
        item rune, condition
            carried attack + 2
        item bright sword, weapon
            wielded attack + 4
        == 1 ==
        ! take sword
        ! wield sword
        {attack}
        ! drop sword
        ! take bright sword
        ! wield bright sword
        {attack}
        ! take rune
        {attack}
        ! end
        """
    assert tell(book).here == "6\n\n9\n\n11"


@mechanic("item.trade")
def test_barter_of_some_of_a_list() -> None:
    book = """
        item ring
        item pearl
        item knife
        item map
        == 1 ==
        ! take ring
        ! take pearl
        ! take knife
        * Trade {if at least 2 of (has ring, has pearl, has knife)} -> 2
        * Keep them -> 3
        == 2 ==
        ! drop 2 of (ring, pearl, knife)
        ! take map
        -> 3
        == 3 ==
        ! end
        """
    tale = tell(book, "Trade", "knife", "ring")
    assert tale.items == {"pearl": 1, "map": 1}
    assert tell(book, "Keep them").items == {"ring": 1, "pearl": 1, "knife": 1}


@mechanic("item.impound")
def test_things_are_taken_away_and_given_back() -> None:
    book = """
        item sword, weapon
        item blessing, condition
        == 1 ==
        ! take sword
        ! wield sword
        ! take 3 coin
        ! take blessing
        ! store all in GAOL
        {count sword} {count coin} {count blessing} {wields sword ? armed | bare}
        ! take 2 coin
        * Break out -> 2
        == 2 ==
        ! fetch all weapon from GAOL
        {count sword} {count coin}
        ! fetch all from GAOL
        {count coin}
        ! fetch all from GAOL
        {count coin}
        ! end
        """
    assert tell(book, "Break out").text == "0 0 1 bare\n\n1 2\n\n5\n\n5"


def test_what_there_is_no_room_for_is_asked_about_when_things_come_back() -> None:
    book = """
        == 1 ==
        ! take rope
        ! take lamp
        ! store all in GAOL
        ! take idol
        ! fetch all from GAOL
        ! end
        """
    tale = tell(book, head=BAG)
    assert tale.options == ["rope", "lamp", "idol"]
    assert tale.go("idol").items == {"rope": 1, "lamp": 1}


@mechanic("item.stash")
def test_things_are_left_in_a_place_and_may_be_robbed() -> None:
    book = """
        item gem
        item rope
        == 1 ==
        ! take gem
        ! take rope
        ! store gem in hollow oak
        * Wait -> 2
        == 2 ==
        ! roll 1d6
            ? 1
                ! fetch gem from hollow oak
                ! drop gem
            ? 2..6
                Nobody came.
        ! fetch all from hollow oak
        ! end
        """
    assert tell(book, "Wait", rolls=[1]).items == {"rope": 1}
    assert tell(book, "Wait", rolls=[2]).items == {"gem": 1, "rope": 1}


def test_a_thing_that_is_never_to_be_had_is_said_once() -> None:
    book = "item key\n== 1 ==\n* Open {if has key} -> 1\n* Break {if has key} -> 1\n* Go -> 2\n== 2 ==\n! end\n"
    assert codes(book) >= {"never-taken"}
    assert "unknown-name" in codes(book.replace("item key\n", ""))


def test_names_with_small_words_need_no_quotes() -> None:
    book = """
        item key of gold
        item book with pictures
        item cure for all
        item rock and roll
        == 1 ==
        ! take key of gold
        ! take book with pictures
        ! take 2 cure for all
        ! take rock and roll
        ? has key of gold and has 2 cure for all
            Yes.
        ? has "rock and roll" and has book with pictures
            {count cure for all} {count key of gold}
        ! drop 1 cure for all
        {count cure for all}
        ! end
        """
    assert tell(book).here == "Yes.\n\n2 1\n\n1"
