"""What each instruction does, the same in both machines."""

from __future__ import annotations

from typing import Any

import pytest

from gbk.model.program import (
    BARGAINS,
    CLOSED,
    CODE,
    HISTORY,
    LIMIT,
    NONE,
    OPS,
    ItemInfo,
    Program,
    StatInfo,
)
from tests.machine.assembler import FREE, program
from tests.machine.both import Script, both

END = 'END "victory" "Done."'
ENDED = ["End", "victory", "Done.", False]


def said(*values: int) -> list[Any]:
    return [["value", value, 0] for value in values]


def text(*strings: str) -> list[Any]:
    return [["text", string] for string in strings]


def at(paragraph: int) -> list[Any]:
    return ["arrive", paragraph]


# ---------------------------------------------------------------- numbers

NUMBERS = [
    ("ADD", 2, 3, 5),
    ("ADD", LIMIT, 1, LIMIT),
    ("ADD", -LIMIT, -1, -LIMIT),
    ("ADD", NONE, 1, NONE),
    ("SUB", 2, 3, -1),
    ("SUB", -LIMIT, LIMIT, -LIMIT),
    ("SUB", 1, NONE, NONE),
    ("MUL", -4, 5, -20),
    ("MUL", LIMIT, LIMIT, LIMIT),
    ("MUL", LIMIT, -LIMIT, -LIMIT),
    ("MUL", 65536, 32768, LIMIT),
    ("MUL", 0, -7, 0),
    ("MUL", NONE, 0, NONE),
    ("DIVUP", 7, 2, 4),
    ("DIVUP", -7, 2, -3),
    ("DIVUP", -1, 2, 0),
    ("DIVUP", LIMIT, LIMIT - 1, 2),
    ("DIVUP", 7, 0, 0),
    ("DIVUP", NONE, 0, NONE),
    ("DIVDOWN", 7, 2, 3),
    ("DIVDOWN", -7, 2, -4),
    ("DIVDOWN", 7, 0, 0),
    ("MIN", 3, 5, 3),
    ("MIN", NONE, 5, 5),
    ("MIN", 5, NONE, 5),
    ("MAX", 3, 5, 5),
    ("MAX", NONE, -5, -5),
    ("MAX", -5, NONE, -5),
    ("EQ", 3, 3, 1),
    ("EQ", NONE, NONE, 1),
    ("NE", 3, 3, 0),
    ("NE", NONE, 0, 1),
    ("LT", 2, 3, 1),
    ("LT", NONE, 3, 0),
    ("LE", 3, 3, 1),
    ("LE", NONE, NONE, 0),
    ("GT", 3, 2, 1),
    ("GT", 3, NONE, 0),
    ("GE", 3, 4, 0),
    ("GE", 3, NONE, 0),
    ("AND", 2, -1, 1),
    ("AND", 2, 0, 0),
    ("OR", 0, 0, 0),
    ("OR", 0, 9, 1),
    ("BIT", 5, 2, 1),
    ("BIT", 5, 1, 0),
    ("BIT", 5, 31, 0),
    ("BIT", 5, -1, 0),
    ("BIT", NONE, 0, 0),
    ("SETBIT", 5, 1, 7),
    ("SETBIT", 5, 31, 5),
    ("SETBIT", NONE, 1, NONE),
]


@pytest.mark.parametrize(("name", "a", "b", "result"), NUMBERS)
def test_numbers(name: str, a: int, b: int, result: int) -> None:
    made = program(f"HERE 0 1; NUM {a}; NUM {b}; {name}; VALUE 0; {END}")
    assert both(made)[:-1] == [at(0), *said(result), ENDED]


def test_plural_forms() -> None:
    def forms(language: str, *numbers: int) -> list[int]:
        code = "; ".join(f"NUM {n}; PLURAL; VALUE 0" for n in numbers)
        settings = {"language": language}
        rows = both(program(f"HERE 0 1; {code}; {END}", settings=settings))
        return [row[1] for row in rows if row[0] == "value"]

    assert forms("en", 1, 0, 2, -1) == [0, 1, 1, 0]
    assert forms("ru", 1, 21, 2, 24, 5, 11, 12, 14, 111, 0, -3) == [0, 0, 1, 1, 2, 2, 2, 2, 2, 2, 1]
    assert forms("tlh", 1, 2) == [0, 1]


# ---------------------------------------------------------------- code, memory, control

S = FREE
SCENES: dict[str, tuple[Program, list[Any], list[Any]]] = {
    "the stack and the slots": (
        program(
            f"""HERE 0 3
            NUM 7; STORE {S}; LOAD {S}; VALUE 0
            NUM 8; FSTORE 2; FLOAD 2; VALUE 0
            ADDR 2; PEEK; VALUE 0
            ADDR 1; NUM 9; POKE; FLOAD 1; VALUE 0
            NUM 1; NUM 2; SWAP; VALUE 0; VALUE 0
            NUM 3; DUP; VALUE 0; VALUE 0
            NUM 4; NUM 5; DROP; VALUE 0
            NUM {NONE}; PEEK; VALUE 0; NUM {NONE}; NUM 1; POKE
            NUM 0; NOT; VALUE 0; NUM 5; NOT; VALUE 0
            STR "said"; NAME; NUM {NONE}; NAME; {END}"""
        ),
        [],
        [at(0), *said(7, 8, 8, 9, 1, 2, 3, 3, 4, NONE, 1, 0), *text("said"), ENDED],
    ),
    "jumps": (
        program(
            f"""HERE 0 1
            JUMP @on; TEXT "never"
            on: NUM 0; JZ @zero; TEXT "never"
            zero: NUM 1; JZ @never; TEXT "one"
            NUM 1; SWITCH @never @yes; never: TEXT "never"
            yes: NUM 5; SWITCH @never; TEXT "beyond"; NUM -1; SWITCH @never; {END}"""
        ),
        [],
        [at(0), *text("one", "beyond"), ENDED],
    ),
    "values that are code": (
        program(
            f"""HERE 0 2; NUM 5; FSTORE 1; CODE @twice; EVAL; VALUE 0; {END}
            twice: FLOAD 1; NUM 2; MUL; DONE"""
        ),
        [],
        [at(0), *said(10), ENDED],
    ),
    "any number of no weight": (
        program(f"HERE 0 1; VARY 3; VALUE 0; VARY 0; VALUE 2; {END}"),
        [],
        [at(0), *said(0), ["value", 0, 2], ENDED],
    ),
    "what is told and shown": (
        program(
            f"""HERE 0 1
            TEXT "a"; BREAK 2; LINK 3; TEXT "b"; LINK -1; PICTURE "ford.png" "A ford"; BREAK 0
            NUM 9; STR "Troll"; TOLD "power"; NUM {NONE}; TOLD "luck"; VALUE 3; {END}"""
        ),
        [],
        [
            at(0),
            *text("a"),
            ["break", "quote"],
            ["link", 3],
            *text("b"),
            ["link", -1],
            ["picture", "ford.png", "A ford"],
            ["break", "plain"],
            ["told", "power", "Troll", 9],
            ["told", "luck", "", 9],
            ["value", 9, 3],
            ENDED,
        ],
    ),
    "a roll asks for one die after another": (
        program(f'HERE 0 1; NUM 2; NUM 1; NUM 6; NUM 10; ROLL "power"; VALUE 0; {END}'),
        [6, 2],
        [
            at(0),
            ["Roll", 1, 6, "power", False],
            ["roll", 1, 6, 6, "power"],
            ["Roll", 1, 6, "power", False],
            ["roll", 1, 6, 2, "power"],
            *said(18),
            ENDED,
        ],
    ),
    "a roll of no dice asks nothing": (
        program(
            f"""HERE 0 1; NUM 0; NUM 1; NUM 6; NUM 3; ROLL ""; VALUE 0
            NUM 1; NUM 1; NUM 0; NUM 4; ROLL ""; VALUE 0
            NUM 1; NUM {NONE}; NUM 6; NUM 5; ROLL ""; VALUE 0; {END}"""
        ),
        [],
        [at(0), *said(3, 4, 5), ENDED],
    ),
    "a number that is no answer": (
        program('HERE 0 1; NUM 1; NUM 1; NUM 6; NUM 0; ROLL ""'),
        [7],
        [at(0), ["Roll", 1, 6, "", False], "7 is no answer here"],
    ),
    "the end comes again": (program(f"HERE 0 1; {END}"), [0], [at(0), ENDED, ENDED]),
    "stuck": (program("HERE 0 1; STUCK"), [], [at(0), ["End", "stuck", "", False]]),
    "arrivals are counted": (
        program(f"HERE 0 1; LOAD {S}; VALUE 0; TURN 0 0", visits={0: S}),
        [0],
        [at(0), *said(1), ["Turn", 0, True], at(0), *said(2), ["Turn", 0, True]],
    ),
    "a frame is zeros, whatever was there": (
        program(
            "HERE 0 2; NUM 5; FSTORE 1; NUM 6; FSTORE 0; NUM 1; NUM 2; TURN 1 1",
            f"HERE 1 3; FLOAD 0; FLOAD 1; FLOAD 2; ADD; ADD; VALUE 0; {END}",
        ),
        [],
        [at(0), at(1), *said(0), ENDED],
    ),
    # ------------------------------------------------------------ menus
    "a menu": (
        program(
            f"""HERE 0 2; TEXT "You stand here."
            MENU 2; TEXT "Where "; TEXT "to?"; NUM 7; OPTION; TEXT "Left "; NUM 3; VALUE 2
            GO "Home" 1; NUM -1; OPTION; TEXT "Stay"; CHOOSE; VALUE 0; {END}""",
            f"HERE 1 1; {END}",
        ),
        [7],
        [
            at(0),
            *text("You stand here."),
            [
                "Choose",
                ["Where to?"],
                [[7, ["Left 03"], -1], [-3, ["Home"], 1], [-1, ["Stay"], -1]],
                True,
                [],
            ],
            *said(7),
            ENDED,
        ],
    ),
    "a closed option is shown and is none": (
        program(
            f"""HERE 0 2; MENU 1; SHUT; TEXT "Barred"; NUM 3; OPTION; TEXT "On"; NUM 4; OPTION
            TEXT "Off"; SHUT; TEXT "Never"; CHOOSE; VALUE 0
            MENU 1; SHUT; TEXT "no"; NUM 6; OPTION; TEXT "only"; CHOOSE; VALUE 0; {END}"""
        ),
        [4],
        [
            at(0),
            [
                "Choose",
                [],
                [[3, ["On"], -1], [4, ["Off"], -1]],
                False,
                [[0, ["Barred"]], [2, ["Never"]]],
            ],
            *said(4, 6),
            ENDED,
        ],
    ),
    "a choice that only turns": (
        program('HERE 0 2; MENU 0; GO "Home" 1; GO "Away" 0; CHOOSE', f"HERE 1 1; {END}"),
        [-2],
        [at(0), ["Choose", [], [[-2, ["Home"], 1], [-3, ["Away"], 0]], False, []], at(1), ENDED],
    ),
    "one option is taken unasked, none is NONE": (
        program(
            """HERE 0 1; MENU 1; NUM 4; OPTION; TEXT "only"; CHOOSE; VALUE 0
            MENU 0; CHOOSE; VALUE 0; MENU 1; GO "on" 1; CHOOSE""",
            f"HERE 1 1; {END}",
        ),
        [],
        [at(0), *said(4, NONE), at(1), ENDED],
    ),
    "a menu may use slots while it is made": (
        program(
            f"""HERE 0 2; NUM 10; NUM 20; MENU 0; NUM 1; FSTORE 1
            FLOAD 1; OPTION; TEXT "one"; NUM 2; FSTORE 1; FLOAD 1; OPTION; TEXT "two"
            CHOOSE; FLOAD 1; ADD; ADD; ADD; VALUE 0; {END}"""
        ),
        [1],
        [at(0), ["Choose", [], [[1, ["one"], -1], [2, ["two"], -1]], False, []], *said(33), ENDED],
    ),
    "pictures, links and breaks are not said in a menu": (
        program(
            'HERE 0 1; MENU 0; LINK 1; PICTURE "a" "b"; BREAK 0; NUM 0; OPTION; TEXT "x"; CHOOSE'
        ),
        [],
        [at(0), ["Choose", [], [[0, ["x"], -1]], False, []]],
    ),
    "a number": (
        program(f'HERE 0 1; MENU 0; TEXT "How many?"; NUM -1; NUM 5; NUMBER; VALUE 0; {END}'),
        [-1],
        [at(0), ["Number", -1, 5, ["How many?"], False], *said(-1), ENDED],
    ),
    "no number": (
        program(f"HERE 0 1; MENU 0; NUM 2; NUM 1; NUMBER; VALUE 0; {END}"),
        [],
        [at(0), *said(NONE), ENDED],
    ),
    "a typed answer": (
        program(f'HERE 0 1; MENU 2; TEXT "Who?"; TYPE "friend" "12"; VALUE 0; VALUE 0; {END}'),
        [1],
        [at(0), ["Type", ["Who?"], ["friend", "12"], True], *said(12, 1), ENDED],
    ),
    "a typed word that is none": (
        program(f'HERE 0 1; MENU 0; TYPE "friend"; VALUE 0; VALUE 0; {END}'),
        [1],
        [at(0), ["Type", [], ["friend"], False], *said(NONE, 1), ENDED],
    ),
    "a typed number": (
        program(f'HERE 0 1; MENU 0; TYPE "friend"; VALUE 0; VALUE 0; {END}'),
        [44],
        [at(0), ["Type", [], ["friend"], False], *said(42, 1), ENDED],
    ),
    "a typed name has no number": (
        program(f'HERE 0 1; MENU 0; TYPE "friend"; VALUE 0; VALUE 0; {END}'),
        [0],
        [at(0), ["Type", [], ["friend"], False], *said(NONE, 0), ENDED],
    ),
    # ------------------------------------------------------------ turns
    "back, and back again": (
        program(
            "HERE 0 1; TURN 1 0",
            "HERE 1 1; TURN 2 1",
            f"HERE 2 1; LOAD {HISTORY}; VALUE 0; TURNBACK 0",
            history=S,
            free=32,
        ),
        [0, 0],
        [
            at(0),
            ["Turn", 1, True],
            at(1),
            at(2),
            *said(2),
            ["Turn", 1, True],
            at(1),
            at(2),
            *said(2),
            ["Turn", 1, True],
        ],
    ),
    "back from a step leaves its paragraph": (
        program(
            "HERE 0 1; TURN 1 0",
            "HERE 1 1; TURN 2 1",
            "HERE 2 1; TURN 3 1",
            "HERE 3 1; TURNBACK 1",
            history=S,
            free=32,
            parents={2: 1, 3: 1},
        ),
        [0],
        [at(0), ["Turn", 1, True], at(1), at(2), at(3), at(0), ["Turn", 1, True]],
    ),
    "back at the start is stuck": (
        program("HERE 0 1; TURNBACK 0", history=S, free=32),
        [],
        [at(0), ["End", "stuck", "", False]],
    ),
    "a detour has its value and comes back": (
        program(
            f"""HERE 0 2; NUM 5; FSTORE 1; NUM 3; NUM 42; VISIT 1; VALUE 0; FLOAD 1; VALUE 0
            LOAD 0; VALUE 0; {END}""",
            "HERE 1 3; FLOAD 0; VALUE 0; FLOAD 2; VALUE 0; BACKTO 1",
        ),
        [],
        [at(0), at(1), *said(42, 0), *said(3, 5, 0), ENDED],
    ),
    "nested detours, a turn inside, a slow return": (
        program(
            f'HERE 0 1; NUM 1; VISIT 1; TEXT "home"; {END}',
            'HERE 1 1; NUM 2; VISIT 2; TEXT "out"; BACKTO 0',
            "HERE 2 1; FLOAD 0; VALUE 0; TURN 3 1",
            "HERE 3 1; FLOAD 0; VALUE 0; BACKTO 1",
        ),
        [0],
        [
            at(0),
            at(1),
            at(2),
            *said(2),
            at(3),
            *said(0),
            *text("out"),
            ["Turn", 0, True],
            *text("home"),
            ENDED,
        ],
    ),
    "return outside a detour is stuck": (
        program("HERE 0 1; BACKTO 1"),
        [],
        [at(0), ["End", "stuck", "", False]],
    ),
    "a bargain, the newest first": (
        program(
            "HERE 0 1; BARGAIN 1; BARGAIN 2; DEATH",
            f"HERE 1 1; LOAD {BARGAINS}; VALUE 0; DEATH",
            f"HERE 2 1; LOAD {BARGAINS}; VALUE 0; DEATH",
            bargains=S,
            free=16,
        ),
        [0, 0],
        [
            at(0),
            ["Turn", 2, True],
            at(2),
            *said(1),
            ["Turn", 1, True],
            at(1),
            *said(0),
            ["End", "death", "", False],
        ],
    ),
    "the deadly bound": (
        program(
            f"HERE 0 1; DEAD; VALUE 0; NUM 0; STORE {S}; DEAD; VALUE 0; "
            f"NUM {NONE}; STORE {S}; DEAD; VALUE 0; {END}",
            deadly=[(S, 0)],
            values={S: 5},
        ),
        [],
        [at(0), *said(0, 1, 0), ENDED],
    ),
    "a watched stat that gets there": (
        program(
            f"HERE 0 1; NUM 6; STORE {S}; LOOK; NUM 4; STORE {S}; LOOK; {END}",
            f"HERE 1 1; LOOK; LOAD {S + 1}; VALUE 0; {END}",
            watches=[(S, 5, 1, S + 1), (S, 4, 0, S + 2)],
            values={S: 8, S + 1: 8, S + 2: 8},
        ),
        [0],
        [at(0), ["Turn", 1, True], at(1), *said(4), ENDED],
    ),
    # ------------------------------------------------------------ rules
    "a call, its outcome, its frame": (
        program(
            f"HERE 0 20; NUM 5; FSTORE 9; CALL 0 2 0; FLOAD 6; VALUE 0; FLOAD 9; VALUE 0; {END}",
            routines=[
                "FLOAD 7; NUM 1; ADD; FSTORE 7; ROUND; ROUND; FLOAD 3; VALUE 0; YIELD; OUTCOME 3"
            ],
        ),
        [],
        [at(0), *said(2, 3, 6), ENDED],
    ),
    "a checkpoint runs the handler": (
        program(
            f"""HERE 0 20; CALL 0 1 @when; TEXT "after"; {END}
            when: TEXT "when "; FLOAD 4; VALUE 0; FLOAD 4; NUM 2; EQ; JZ @on; TURN 1 0
            on: RESUME 1""",
            f"HERE 1 1; {END}",
            routines=["again: ROUND; YIELD; JUMP @again"],
        ),
        [0],
        [
            at(0),
            *text("when "),
            *said(1),
            *text("when "),
            *said(2),
            ["Turn", 1, True],
            at(1),
            ENDED,
        ],
    ),
    "a rule in a rule, and a turn from inside": (
        program(
            "HERE 0 30; CALL 0 1 0",
            f"HERE 1 1; {END}",
            routines=["CALL 1 7 0; FLOAD 11; VALUE 0; TURN 1 1", "OUTCOME 2"],
        ),
        [],
        [at(0), *said(2), at(1), ENDED],
    ),
    # ------------------------------------------------------------ the sheet
    "a use comes back to the menu": (
        program(
            f'HERE 0 2; NUM 5; MENU 2; NUM 0; OPTION; TEXT "On"; CHOOSE; DROP; VALUE 0; {END}',
            routines=[
                f'FRAME 2; LOAD {CLOSED}; VALUE 0; TEXT "Eaten."; MENU 2; NUM 1; OPTION; '
                'TEXT "Good"; CHOOSE; FSTORE 1; USED'
            ],
            items=[ItemInfo("bread", "bread", S, "bag", 0)],
            values={S: 1},
        ),
        [["use", 0], 1, 0],
        [
            at(0),
            ["Choose", [], [[0, ["On"], -1]], True, []],
            *said(1),
            *text("Eaten."),
            ["Choose", [], [[1, ["Good"], -1]], False, []],
            ["Choose", [], [[0, ["On"], -1]], True, []],
            *said(5),
            ENDED,
        ],
    ),
    "a use that turns away is over": (
        program(
            "HERE 0 1; NUM 1; VISIT 1",
            "HERE 1 1; TURN 2 0",
            f"HERE 2 1; LOAD {CLOSED}; VALUE 0; BACKTO 0",
            routines=["FRAME 1; TURN 2 1"],
            items=[ItemInfo("bread", "bread", S, "bag", 0)],
            values={S: 1},
        ),
        [["use", 0]],
        [at(0), at(1), ["Turn", 2, True], at(2), *said(0), ["Turn", 0, True]],
    ),
    "a return from a use ends the detour": (
        program(
            f'HERE 0 1; NUM 1; VISIT 1; TEXT "home"; {END}',
            "HERE 1 1; TURN 1 0",
            routines=["FRAME 1; BACKTO 1"],
            items=[ItemInfo("bread", "bread", S, "bag", 0)],
            values={S: 1},
        ),
        [["use", 0]],
        [at(0), at(1), ["Turn", 1, True], *text("home"), ENDED],
    ),
    "weapons and modifiers": (
        program(
            "HERE 0 1; STAT 0; VALUE 0; TURN 0 0",
            items=[
                ItemInfo("axe", "axe", S, "weapon", wield=True),
                ItemInfo("mail", "mail", S + 1, "bag"),
                ItemInfo("curse", "curse", S + 2, "condition"),
            ],
            stats=[
                StatInfo(
                    "attack",
                    "Attack",
                    S + 3,
                    modifiers=((0, 1, 5), (1, 0, 1), (1, 2, 4), (2, 0, -1), (0, 3, 11)),
                )
            ],
            values={S: 2, S + 1: 2, S + 2: 0, S + 3: 3},
            wielded=S + 4,
        ),
        [
            0,
            ["wield", 0],
            0,
            ["wield", 0],
            0,
            ["wield", 0],
            ["layDown", 0],
            ["layDown", 0],
            ["layDown", 1],
            ["layDown", 1],
            0,
            ["wield", 0],
        ],
        [
            at(0),
            *said(4),
            ["Turn", 0, True],
            at(0),
            *said(4),
            *[["Turn", 0, True]] * 2,
            at(0),
            *said(11),
            *[["Turn", 0, True]] * 2,
            at(0),
            *said(4),
            *[["Turn", 0, True]] * 6,
            at(0),
            *said(3),
            ["Turn", 0, True],
            "axe is not carried",
        ],
    ),
    "a condition stays, a closed sheet too": (
        program(
            f"HERE 0 1; TURN 0 0; NUM 1; STORE {CLOSED}; TURN 0 0",
            items=[ItemInfo("curse", "curse", S, "condition")],
            values={S: 1},
        ),
        [["layDown", 0]],
        [at(0), ["Turn", 0, True], "curse cannot be laid down"],
    ),
    "no use in a battle": (
        program(
            f"HERE 0 1; NUM 1; STORE {CLOSED}; TURN 0 0",
            items=[ItemInfo("bread", "bread", S, "bag", 0)],
            values={S: 1},
            routines=["USED"],
        ),
        [["use", 0]],
        [at(0), ["Turn", 0, False], "the sheet is closed now"],
    ),
    "what is not carried is not used": (
        program(
            "HERE 0 1; TURN 0 0",
            items=[ItemInfo("bread", "bread", S, "bag", 0), ItemInfo("key", "key", S + 1, "bag")],
            values={S + 1: 1},
            routines=["USED"],
        ),
        [["use", 1]],
        [at(0), ["Turn", 0, True], "key has no use"],
    ),
    # ------------------------------------------------------------ broken programs
    "halt": (program("HALT"), [], ["broken: runs out of its code"]),
    "off the end": (program("HERE 0 1"), [], [at(0), "broken: runs out of its code"][1:]),
    "endless": (
        program("HERE 0 1; again: JUMP @again"),
        [],
        ["endless: loop in “1”"],
    ),
    "visits of one another": (
        program("HERE 0 1; NUM 1; VISIT 1", "HERE 1 1; NUM 1; VISIT 0"),
        [],
        ["endless: visits in “1”"],
    ),
    "more dice than anybody throws": (
        program('HERE 0 0; NUM 100001; NUM 1; NUM 6; NUM 0; ROLL "d"'),
        [],
        ["endless: dice in “1”"],
    ),
    "dice before the first paragraph": (
        program("HERE 0 1", start='NUM 999999; NUM 1; NUM 6; NUM 0; ROLL "d"'),
        [],
        ["endless: dice in “”"],
    ),
    "an empty stack": (program("HERE 0 0; DROP"), [], ["broken: takes what is not there"]),
    "a full memory": (program("again: NUM 1; JUMP @again"), [], ["broken: fills its memory"]),
    "outside memory": (program("NUM 99999; PEEK"), [], ["broken: reads outside its memory"]),
    "an option with no menu": (
        program("NUM 1; OPTION"),
        [],
        ["broken: an option or a question with no menu"],
    ),
    "a turn in a menu": (program("MENU 0; TURN 0 0"), [], ["broken: asks while it makes a menu"]),
    "the end of no use": (program("HERE 0 1; USED"), [], ["broken: ends a use outside one"]),
    "a jump into nowhere": (
        program("HERE 0 1; NUM 1; EVAL"),
        [],
        ["broken: goes on where no instruction is"],
    ),
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_scene(scene: tuple[Program, list[Any], list[Any]]) -> None:
    made, steps, expected = scene
    rows = both(made, steps)
    if not isinstance(rows[-1], str):
        rows = rows[:-1]
    assert rows == expected


def test_every_instruction_has_a_scene() -> None:
    used = {name for name, _, _, _ in NUMBERS} | {"PLURAL"}
    for made, _, _ in SCENES.values():
        for unit in made.units:
            at = 0
            while at < len(unit.code):
                name, kinds, _ = OPS[unit.code[at]]
                used.add(name)
                at += 2 + unit.code[at + 1] if kinds.startswith("*") else 1 + len(kinds)
    assert used == set(CODE)


def test_both_machines_have_the_same_table() -> None:
    assert Script().call("table") == [[name, kinds] for name, kinds, _ in OPS]
