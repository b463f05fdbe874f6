"""A play in both languages: blocks, sheet, transcript, undo, saves."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gbk.model.program import CodewordInfo, ItemInfo, Program, StatInfo
from gbk.pipeline import load_text
from gbk.run.machine import MachineError
from gbk.run.player import Play, RollError, random_play
from gbk.run.requests import Choose
from gbk.run.save import SaveError
from gbk.run.script import ScriptError, answer_line, run_script
from gbk.run.sheet import SetError
from tests.machine.assembler import FREE, program
from tests.machine.both import Script, plain_data, request_row

S = FREE
STRENGTH, START, GOLD, LUCK, BREAD, AXE, MAIL, BELL, HAND, SEEN, VISITS, HISTORY, BARGAINS = (
    S,
    S + 1,
    S + 2,
    S + 3,
    S + 6,
    S + 7,
    S + 8,
    S + 9,
    S + 10,
    S + 11,
    S + 12,
    S + 15,
    S + 47,
)
PAGES = [
    # 1: text, a roll, an item, a menu with a link
    f"""HERE 0 2; TEXT "You "; LINK 0; TEXT "wade \x01on\x01"; LINK -1; TEXT " or wait."; BREAK 0
    NUM 2; NUM 1; NUM 6; NUM 0; ROLL "Strength"; STR "Troll"; TOLD "Strength"
    STORE {GOLD}; NUM 2; STORE {BREAD}; NUM 1; STORE {AXE}; NUM 1; STORE {BELL}
    again: MENU 2; TEXT "Whither?"; NUM 0; OPTION; TEXT "Wade “on”"; GO "Wait" 1
    NUM 2; OPTION; TEXT "Roll "; VARY 1000; VALUE 0; CHOOSE; SWITCH @wade @wade @roll
    roll: NUM 1; NUM 1; NUM 6; NUM 0; ROLL ""; DROP; TEXT "It rolls."; BREAK 4; JUMP @again
    wade: TEXT "Wet."; BREAK 0; TURN 2 0""",
    # 2: a typed answer and a number
    f"""HERE 1 1; BARGAIN 2; MENU 2; TEXT "Who goes?"; TYPE "Friend" "Ёж" "12"
    STORE {GOLD}; SWITCH @known @known @known; TEXT "No."; BREAK 1; TURN 1 0
    known: MENU 2; TEXT "How many?"; NUM 1; NUM 3; NUMBER; STORE {LUCK + 1}; TURN 2 0""",
    # 3: the end
    'HERE 2 1; TEXT "Here it ends."; BREAK 0; END "victory" "You are \x02home\x02."',
    # 4: a step of 2
    "HERE 3 1; TURN 1 0",
]


def _book(pages: list[str] = PAGES, **changes: Any) -> Program:
    tables: dict[str, Any] = dict(
        start=f"""FRAME 4; NUM 1; NUM 1; NUM 6; NUM 6; ROLL "Strength"; DUP; STORE {STRENGTH}
        STORE {START}; MENU 0; TEXT "A gift?"; NUM 1; OPTION; TEXT "Gold"; NUM 2; OPTION
        TEXT "Luck"; CHOOSE; STORE {LUCK}; TURN 0 1""",
        routines=[f'FRAME 1; LOAD {BREAD}; NUM 1; SUB; STORE {BREAD}; LOAD {STRENGTH}; NUM 4; ADD; '
                  f'STORE {STRENGTH}; TEXT "Good."; BREAK 0; USED'],
        stats=[
            StatInfo("strength", "Strength", STRENGTH, start=START, top=START,
                     modifiers=((1, 1, 5), (0, 0, 1))),
            StatInfo("gold", "Crowns", GOLD, grades=("none", "some")),
            StatInfo("luck", "Luck", LUCK, size=3),
            StatInfo("secret", "Secret", SEEN, hidden=True),
        ],
        items=[
            ItemInfo("bread", "loaf", BREAD, "bag", 0),
            ItemInfo("axe", "axe", AXE, "weapon", wield=True),
            ItemInfo("mail", "mail", MAIL, "bag"),
        ],
        codewords=[CodewordInfo("BELL", BELL), CodewordInfo("DARK", SEEN, True)],
        visits={n: VISITS + n for n in range(3)}, parents={3: 1} if len(pages) > 3 else {},
        free=64, wielded=HAND, history=HISTORY, bargains=BARGAINS,
    )  # fmt: skip
    return program(*pages, **(tables | changes))


BOOK = _book()

PLAYS: dict[str, list[list[Any]]] = {
    "wade": [["answer", 1], ["answer", 0], ["answer", 0]],
    "the sheet": [
        ["answer", 2], ["use", 0], ["wield", 1], ["use", 0], ["answer", 2], ["wield", 1],
        ["lay_down", 1], ["answer", -3], ["answer", 3],
    ],
    "typed": [["answer", 1], ["answer", -3], ["answer", 3], ["answer", 0], ["answer", 2],
              ["answer", 3], ["answer", 0]],
    "a typed number": [["answer", 1], ["answer", -3], ["answer", 46]],
    "undo": [
        ["answer", 1], ["answer", 2], ["undo", 0], ["answer", 2], ["wield", 1], ["undo", 0],
        ["undo", 0], ["undo", 0], ["undo", 0], ["undo", 0], ["answer", 2], ["answer", -3],
    ],
    "saves": [
        ["load", 0], ["answer", 1], ["load", 0], ["answer", 2], ["load", 0], ["use", 0],
        ["load", 0], ["answer", -3], ["load", 0], ["answer", 0], ["load", 0], ["answer", 1],
        ["load", 0], ["answer", 0], ["load", 0],
    ],
}  # fmt: skip


def _played(made: Program, seed: int, rolls: list[int], steps: list[list[Any]]) -> list[Any]:
    play = Play(made, seed, rolls)
    seen = [_shown(play)]
    for verb, value in steps:
        if verb == "undo":
            play.undo()
        elif verb == "load":
            play = Play.load(made, plain_data(play.save()))
        else:
            getattr(play, verb)(value)
        seen.append(_shown(play))
    return plain_data([seen, play.result(), play.save()])


def _shown(play: Play) -> list[Any]:
    return [request_row(play.request), play.blocks, play.sheet(), play.can_undo]


@pytest.mark.parametrize("steps", PLAYS.values(), ids=PLAYS)
@pytest.mark.parametrize("rolls", [[], [3, 5, 1, 2]], ids=["dice", "given"])
def test_both_play_alike(steps: list[list[Any]], rolls: list[int]) -> None:
    for seed in (0, 7, 2**32 - 1):
        options = json.dumps({"seed": seed, "rolls": rolls})
        ours = _played(BOOK, seed, rolls, steps)
        assert Script(BOOK).call("played", options, json.dumps(steps)) == ours


def test_blocks_and_sheet() -> None:
    play = Play(BOOK, rolls=[3, 5, 1])
    assert play.blocks == [
        {"kind": "roll", "label": "Strength", "who": "", "dice": [[3, 1, 6]], "total": None}
    ]
    play.answer(2)
    assert play.blocks == [
        {"kind": "heading", "name": "1", "title": "Title 1"},
        {"kind": "plain",
         "runs": ["You ", {"link": 0, "text": "wade \x01on\x01"}, " or wait."]},
        {"kind": "roll", "label": "Strength", "who": "Troll", "dice": [[5, 1, 6], [1, 1, 6]],
         "total": 6},
        {"kind": "change", "name": "strength", "label": "Strength", "from": 9, "to": 10},
        {"kind": "change", "name": "gold", "label": "Crowns", "from": "none", "to": 6},
        {"kind": "change", "name": "bread", "label": "loaf", "from": 0, "to": 2},
        {"kind": "change", "name": "axe", "label": "axe", "from": 0, "to": 1},
        {"kind": "change", "name": "BELL", "label": "BELL", "from": 0, "to": 1},
    ]  # fmt: skip
    before = list(play.blocks)
    play.wield(1)
    assert play.blocks[:-1] == before and play.blocks[-1]["to"] == 15
    sheet = play.sheet()
    assert sheet["stats"][0] == {
        "name": "strength",
        "label": "Strength",
        "value": 15,
        "top": 9,
        "row": None,
        "word": None,
    }
    assert sheet["stats"][2]["row"] == [2, 0, 0] and len(sheet["stats"]) == 3
    assert [(i["name"], i["count"], i["usable"], i["wielded"]) for i in sheet["items"]] == [
        ("bread", 2, True, False),
        ("axe", 1, False, True),
    ]
    assert sheet["codewords"] == ["BELL"]
    entry = play.result()["transcript"]
    assert [row["chosen"] for row in entry] == ["Luck", "wield axe", None]
    assert entry[1]["text"] == "You wade on or wait." and entry[1]["rolls"] == [5, 1]
    assert entry[1]["options"][0] == "Wade “on”" and entry[2]["text"] == ""


def test_a_step_stands_in_its_paragraph() -> None:
    play = Play(BOOK, at="4")
    play.answer(1)
    assert play.paragraph == "2" and play.blocks[0]["name"] == "2"


def test_scripts() -> None:
    play = Play(BOOK, rolls=[3, 5, 1])
    run_script(play, """
        // the gift
        Luck

        use loaf
        В РУКУ axe
        wait
        ежик
        еж
        2
    """)  # fmt: skip
    result = play.result()
    assert result["end"] == {"kind": "victory", "paragraph": "3", "text": "You are home."}
    assert [row["chosen"] for row in result["transcript"]] == [
        "Luck",
        "use bread",
        "wield axe",
        "Wait",
        "ежик",
        None,
        "еж",
        "2",
        None,
        None,
    ]
    assert result["state"]["stats"]["luck"] == [2, 2, 0]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("Gold\nFly", "line 2: “Fly” fits nothing here; open: “Wade “on””, “Wait”, “Roll "),
        ("3", "line 1: “3” fits nothing here; open: “Gold”, “Luck”"),
        ("1\nuse axe", "line 2: “use axe” cannot be done: axe has no use"),
        ("1\nuse mail", "mail is not carried"),
        ("1\n2\nfriend\n4", "line 4: “4” fits nothing here; open: a number from 1 to 3"),
        ("1\n1\non", "line 3: “on” fits nothing here; the play has ended"),
    ],
)
def test_a_line_that_fits_nothing(script: str, words: str) -> None:
    with pytest.raises(ScriptError) as error:
        run_script(Play(BOOK), script)
    assert words in str(error.value)


def test_sets_and_places() -> None:
    sets = ["Strength = 40", "luck[2]=−3", "bread=5", "bell=1", "gold=some"]
    play = Play(BOOK, rolls=[3], sets=sets, at="2")
    assert play.dice.state == 0
    answer_line(play, "Gold")
    state = play.result()["state"]
    assert state["stats"] == {"strength": 41, "gold": 1, "luck": [1, -3, 0], "secret": 0}
    assert state["items"] == {"bread": 5} and state["codewords"] == ["BELL"]
    assert play.paragraph == "2"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("strenth=1", "no stat, item or codeword is called “strenth”; near it: “strength”"),
        ("luck[4]=1", "luck has the numbers 1 to 3, not 4"),
        ("luck=1", "is called “luck”"),
        ("gold=lots", "“gold” is set to a whole number, not to “lots”"),
    ],
)
def test_a_set_that_is_none(name: str, words: str) -> None:
    with pytest.raises(SetError) as error:
        Play(BOOK, sets=[name])
    assert words in str(error.value)


def test_a_place_that_is_none() -> None:
    with pytest.raises(SetError, match="no paragraph is called “5”"):
        Play(BOOK, at="5")


def test_a_die_that_has_not_this_number_changes_nothing() -> None:
    play = Play(BOOK, rolls=[3, 5, 7])
    before = plain_data([play.save(), play.result()])
    with pytest.raises(RollError, match="7 was given to a die from 1 to 6"):
        play.answer(1)
    assert plain_data([play.save(), play.result()]) == before
    with pytest.raises(ValueError, match="9 is no answer here"):
        play.answer(9)
    assert plain_data([play.save(), play.result()]) == before


def test_no_undo_where_the_book_forbids_it() -> None:
    play = Play(_book(settings={"undo": "no"}))
    play.answer(1)
    assert not play.can_undo and not play.undo()


def test_undo_goes_back_two_hundred_answers() -> None:
    play = Play(BOOK)
    play.answer(1)
    marks = []
    for _ in range(250):
        marks.append(play.dice.state)
        play.answer(2)
    back = 0
    while play.undo():
        back += 1
        assert play.dice.state == marks[-back]
    assert back == 200


def test_dice_without_end() -> None:
    made = program('HERE 0 1; NUM 2000000; NUM 1; NUM 6; NUM 0; ROLL ""')
    with pytest.raises(MachineError, match="endless"):
        Play(made)


# ---------------------------------------------------------------- saves


def _loaded(made: Program, data: object) -> Any:
    try:
        play = Play.load(made, data)
    except SaveError as error:
        return str(error)
    return plain_data([play.result(), play.lost, request_row(play.request)])


def _both_loaded(made: Program, data: object) -> Any:
    ours = _loaded(made, data)
    assert Script(made).call("loaded", json.dumps(data)) == ours
    return ours


def _save(steps: list[list[Any]]) -> dict[str, Any]:
    play = Play(BOOK, rolls=[3, 5, 1])
    for verb, value in steps:
        getattr(play, verb)(value)
    saved: dict[str, Any] = plain_data(play.save())
    return saved


def test_another_edition() -> None:
    save = _save([["answer", 2], ["use", 0], ["wield", 1], ["answer", -3]])
    other = _book(
        [page.replace("Who goes?", "Who is it?") for page in PAGES[:3]],
        codewords=[CodewordInfo("DARK", SEEN, True)],
    )
    result, lost, request = _both_loaded(other, save)
    assert request[:2] == ["Type", ["Who is it?"]]
    assert lost == ["BELL"]
    assert result["state"]["items"] == {"bread": 1, "axe": 1}
    assert result["state"]["stats"]["strength"] == 9 + 4 + 5 + 1, "modifiers are not kept twice"
    again = Play.load(other, save)
    assert again.machine.memory[VISITS + 1] == 1, "this arrival is counted once"
    assert again.sheet()["items"][1]["wielded"] and again.sheet()["stats"][0]["top"] == 9
    gone = _book([page for page in PAGES[:1]], start="FRAME 1; TURN 0 1", routines=["USED"])
    gone = program("HERE 0 1; STUCK", free=64)
    assert "this edition does not have" in _both_loaded(gone, save)


def test_a_state_that_is_none_of_this_book() -> None:
    save = _save([["answer", 2], ["answer", -3]])
    for state in ([], [0] * 70, [10**6, *save["state"][1:]], [save["state"][0], 5],
                  save["state"][:40], [2, *save["state"][1:]], save["state"] + [0] * 70000):  # fmt: skip
        words = "this saved game is damaged: its state is none of this book"
        assert _both_loaded(BOOK, save | {"state": state}) == words


def test_the_other_language_opens_it() -> None:
    save = _save([["answer", 2], ["answer", 2]])
    script = Script(BOOK)
    ours = _loaded(BOOK, save)
    assert script.call("loaded", json.dumps(save)) == ours
    theirs = script.call("played", '{"seed": 5}', json.dumps([["answer", 2], ["answer", 2]]))[2]
    assert _loaded(BOOK, theirs) == script.call("loaded", json.dumps(theirs))
    assert theirs["identity"] == save["identity"]


wrong = (
    st.none()
    | st.integers()
    | st.text(max_size=3)
    | st.booleans()
    | st.floats(allow_nan=False, allow_infinity=False)
)
junk = st.recursive(
    wrong | st.just(1e300),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=5,
)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_hostile_saves(data: st.DataObject) -> None:
    save: Any = _save([["answer", 2], ["use", 0]])
    for _ in range(data.draw(st.integers(1, 3))):
        owner: Any = save
        while True:
            keys = list(owner) if isinstance(owner, dict) else list(range(len(owner)))
            key = data.draw(st.sampled_from(keys))
            inner = owner[key]
            if isinstance(inner, dict | list) and inner and data.draw(st.booleans()):
                owner = inner
                continue
            owner[key] = data.draw(junk)
            break
    try:
        play = Play.load(BOOK, save)
        random_play(play, 1, 30)
    except (SaveError, MachineError, RollError):
        pass
    loaded = Script(BOOK).call("loaded", json.dumps(save))
    ours = _loaded(BOOK, save)
    if any(isinstance(x, float) for x in _leaves(save)):
        return  # 1.0 is a whole number in JavaScript
    assert loaded == ours


def _leaves(value: Any) -> Any:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _leaves(inner)
    else:
        yield value


@settings(max_examples=100, deadline=None)
@given(junk)
def test_what_is_no_save(data: Any) -> None:
    assert _both_loaded(BOOK, data) == "this is no saved game of a gbk book"


# ---------------------------------------------------------------- thresholds


def test_a_number_that_begins_at_its_threshold_has_not_got_there() -> None:
    text = """stat k = 3, at 3 -> b
== a ==
* Stay -> a
* Less {lose 1 k} -> a
* More {gain 1 k} -> a
== b ==
There.
! end
"""
    made = load_text(text).program
    assert made is not None
    play = Play(made)
    for choice in ("Stay", "Less", "More"):
        assert isinstance(play.request, Choose) and play.paragraph == "a"
        answer_line(play, choice)
    assert play.paragraph == "b"
    other = load_text(text.replace("There.", "Here.")).program
    assert other is not None
    assert isinstance(Play.load(other, Play(made).save()).request, Choose)
    saved, ours = Play(made).save(), Play.load(other, Play(made).save())
    assert Script(other).call("loaded", json.dumps(saved))[0] == plain_data(ours.result())


# ---------------------------------------------------------------- how numbers are shown


SIGNS = """stat sly = 7 + 1d6
stat lock[1..3] = 0, signs "☐ ☒"
== a ==
! set lock[2] to 1
* On -> b
== b ==
! end
"""


def test_signs_of_a_row_and_the_whole_of_a_first_value() -> None:
    made = load_text(SIGNS).program
    assert made is not None
    play = Play(made, rolls=[3])
    change = {"kind": "change", "name": "lock[2]", "label": "lock 2", "from": "☐", "to": "☒"}
    assert play.blocks[0]["total"] == 10 and play.blocks[-1] == change
    assert play.sheet()["stats"][1]["row"] == [0, 1, 0]
    seen = Script(made).call("played", json.dumps({"seed": 0, "rolls": [3]}), "[]")[0]
    assert seen[0][1] == plain_data(play.blocks) and seen[0][2] == plain_data(play.sheet())


def test_a_ware_is_bought_by_its_name() -> None:
    text = """stat gold = 9
item sword
item shield
== a ==
! shop
    - sword, 2 gold
    - shield, 3 gold
* On -> b
== b ==
! end
"""
    made = load_text(text).program
    assert made is not None
    play = Play(made)
    run_script(play, "sword\nShield\nleave\nOn")
    assert play.result()["state"]["items"] == {"sword": 1, "shield": 1}
