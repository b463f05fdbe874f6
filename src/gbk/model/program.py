"""The program: a book and its rules as one small machine of whole numbers.

`OPS` is the instruction set, one row an instruction; both machines and `docs/program.md`
follow it. Numbers are 32-bit and saturate at ±(2**31 - 1); `NONE` (-2**31) is "none":
arithmetic with it gives NONE, `<` `<=` `>` `>=` with it are 0.

Memory is one list of numbers: globals first (`globals` of them, `start` their first
values), then frames, then the operand stack. A state is `[pc, fp, *memory]`. A paragraph's
frame begins at `fp`; slot 0 is `it`. A rule's frame lies inside its caller's, at
`fp + K`: slots RETURN, BACK, HANDLER, ROUND, OUTCOME, RESUME, IT, then what it declares.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

VERSION = 1
NONE = -(2**31)
LIMIT = 2**31 - 1

RETURN, BACK, HANDLER, ROUND, OUTCOME, RESUME, IT = range(7)
RULE_HEADER = 7

# Global slots that every program has.
PARAGRAPH, CLOSED, BARGAINS, HISTORY = range(4)
"""The paragraph the hero is in; how many things close the sheet (battles, uses); how many
bargains stand; how many paragraphs are remembered for `-> back`."""
GLOBALS_HEADER = 4
HISTORY_ROOM = 32
BARGAIN_ROOM = 16

MOST_DICE = 100_000
"""So many dice at once are too many, and so many with nothing asked of the reader endless."""

BLOCKS = ("plain", "dialogue", "quote", "ornament", "say", "heading")

OPS: tuple[tuple[str, str, str], ...] = (
    # name, operands (n number, g global slot, k frame slot, s string of the unit,
    #        d distance from the next instruction, p paragraph, r routine), sentence
    ("HALT", "", "never reached; the machine reports a broken program"),
    ("NUM", "n", "push n"),
    ("STR", "s", "push the string's number"),
    ("LOAD", "g", "push memory[g]"),
    ("STORE", "g", "pop into memory[g]"),
    ("FLOAD", "k", "push memory[fp + k]"),
    ("FSTORE", "k", "pop into memory[fp + k]"),
    ("ADDR", "k", "push fp + k"),
    ("PEEK", "", "pop an address, push what is there; NONE where it is NONE"),
    ("POKE", "", "pop a value, pop an address, store; nothing where it is NONE"),
    ("DUP", "", "push the top again"),
    ("DROP", "", "pop"),
    ("SWAP", "", "swap the upper two"),
    ("ADD", "", "pop b, a; push a + b"),
    ("SUB", "", "pop b, a; push a - b"),
    ("MUL", "", "pop b, a; push a * b"),
    ("DIVUP", "", "pop b, a; push a / b, the greater whole number; 0 where b is 0"),
    ("DIVDOWN", "", "pop b, a; push a / b, the lesser whole number; 0 where b is 0"),
    ("MIN", "", "pop b, a; push the lesser; a bound of NONE is no bound"),
    ("MAX", "", "pop b, a; push the greater; a bound of NONE is no bound"),
    ("EQ", "", "pop b, a; push a = b"),
    ("NE", "", "pop b, a; push a != b"),
    ("LT", "", "pop b, a; push a < b"),
    ("LE", "", "pop b, a; push a <= b"),
    ("GT", "", "pop b, a; push a > b"),
    ("GE", "", "pop b, a; push a >= b"),
    ("NOT", "", "pop a; push 1 if it is 0, else 0"),
    ("AND", "", "pop b, a; push 1 if neither is 0, else 0"),
    ("OR", "", "pop b, a; push 0 if both are 0, else 1"),
    ("BIT", "", "pop i, mask; push bit i of the mask"),
    ("SETBIT", "", "pop i, mask; push the mask with bit i set"),
    ("JUMP", "d", "go on d further"),
    ("JZ", "d", "pop; if it is 0, go on d further"),
    (
        "SWITCH",
        "*d",
        "operands: count n, then n distances from the end of the instruction; "
        "pop k; if 0 <= k < n go on by distance k, else go on after",
    ),
    ("STAT", "n", "push the value of stat number n with its modifiers (program.stats)"),
    (
        "HERE",
        "pk",
        "arrival: this paragraph, a frame of k zeros, its visits one more; event arrive",
    ),
    ("FRAME", "k", "a frame of k zeros (the start, a use)"),
    ("TURN", "pn", "n 1: turn to p at once; n 0: ask the reader first (request Turn)"),
    ("GO", "sp", "a choice in a menu: its text, and a turn to p when it is taken"),
    ("TURNBACK", "n", "turn to the paragraph before this one; n as TURN"),
    ("VISIT", "p", "pop a value for its `it`; run paragraph p as a detour"),
    ("BACKTO", "n", "end the detour (`-> return`); ends the game as `stuck` outside one"),
    ("LOOK", "", "turn if a watched stat has got where it is watched for (program.watches)"),
    ("CALL", "rkd", "call routine r with its frame at fp + k; d: distance to the handler, or 0"),
    ("OUTCOME", "n", "end the rule with outcome n, back to the caller"),
    ("ROUND", "", "one more in memory[fp + ROUND]"),
    ("YIELD", "", "run the handler of the caller, if there is one, then go on"),
    ("RESUME", "k", "end of a handler: back into the rule whose frame is at fp + k"),
    ("DEAD", "", "push 1 if any deadly stat is at or below its bound (program.deadly)"),
    ("DEATH", "", "the newest bargain is used up and turned to, or the game ends with death"),
    ("BARGAIN", "p", "a bargain: the next death turns to p"),
    ("END", "ss", "the game ends: its kind, its text (an empty string: none)"),
    ("STUCK", "", "the game ends: no choice is open"),
    (
        "ROLL",
        "s",
        "memory ends with n, low, high, sum: n times ask for a number from low to high "
        "and add it to sum; then pop three and leave sum; label s (empty: unseen)",
    ),
    (
        "TOLD",
        "s",
        "pop the name (a string number or NONE) of who rolled; event: the value on top "
        "has the label s",
    ),
    (
        "MENU",
        "n",
        "begin a menu; what is said until the first option is its question. "
        "n: 1 asks nothing when only one option stands, 2 the sheet is open, added",
    ),
    ("OPTION", "", "pop a value: an option; what is said until the next is its text"),
    ("SHUT", "", "a closed option, shown and never taken; what is said until the next is its text"),
    ("CHOOSE", "", "ask (request Choose), push the value chosen; NONE if there is no option"),
    (
        "NUMBER",
        "",
        "pop high, low; ask for a number between them (request Number), push it; "
        "NONE if there is none; what was said since MENU is the question",
    ),
    (
        "TYPE",
        "*s",
        "operands: count n, then n strings; ask for a typed answer (request Type); "
        "push which of them it is (n: none), then the number typed or NONE",
    ),
    ("TEXT", "s", "say a string"),
    ("VALUE", "n", "pop, say the number with at least n digits"),
    ("NAME", "", "pop a string number, say that string"),
    ("BREAK", "n", "what was said since the last break is a block of kind BLOCKS[n]"),
    ("LINK", "n", "n -1: end of link; else what follows is the text of the choice with value n"),
    ("PICTURE", "ss", "a picture: its path, what it shows"),
    ("PLURAL", "", "pop a number, push the index of its plural form in the book's language"),
    ("VARY", "n", "push any number from 0 to n - 1: of no weight for the game"),
    ("EVAL", "", "pop a code address, run it as a value: it ends with DONE"),
    ("CODE", "d", "push the code address d from the next instruction"),
    ("DONE", "", "end of a value: back to its EVAL with the value on top"),
    ("USED", "", "end of a use: back to where the reader was"),
)

CODE: dict[str, int] = {name: number for number, (name, _, _) in enumerate(OPS)}


@dataclass(slots=True, eq=False, repr=False)
class Unit:
    """Code of the head, a rule or a paragraph. Position-free: jumps are distances and `s`
    operands count from the unit's own strings.

    In `strings` the characters U+0001 and U+0002 switch emphasis and strong emphasis.
    """

    code: list[int] = field(default_factory=list)
    strings: list[str] = field(default_factory=list)


@dataclass(slots=True, eq=False, repr=False)
class StatInfo:
    """What a reader sees of a stat. `slot`: its global slot, the first of a row of `size`
    (`first` is the index of the first member); size 0: a single number. `start`: the slot of
    its starting value, or -1. `top`: slot of an upper bound to show, -1 for none. `grades`:
    words or signs for its values, a row's too. `modifiers`: (item number, mode, amount): mode 0 carried, 1 wielded,
    2 carried at least (only the best counts), 3 wielded at least."""

    name: str
    label: str
    slot: int
    size: int = 0
    first: int = 1
    start: int = -1
    hidden: bool = False
    grades: tuple[str, ...] = ()
    modifiers: tuple[tuple[int, int, int], ...] = ()
    top: int = -1


@dataclass(slots=True, eq=False, repr=False)
class ItemInfo:
    """An item: `slot` counts how many are carried. `use`: routine number of its use, -1 none.
    `wield`: may be taken in hand (its kind is weapon)."""

    name: str
    label: str
    slot: int
    kind: str
    use: int = -1
    wield: bool = False


@dataclass(slots=True, eq=False, repr=False)
class CodewordInfo:
    name: str
    slot: int
    hidden: bool = False


@dataclass(slots=True, eq=False, repr=False)
class ParagraphInfo:
    """`unit`: its unit's number; code begins at the unit's first instruction. `visits`: the
    global slot that counts arrivals, or -1. `steps` are paragraphs of their own whose
    `parent` is the number of the paragraph they stand in (else -1)."""

    name: str
    title: str
    unit: int
    visits: int = -1
    parent: int = -1


@dataclass(slots=True, eq=False, repr=False)
class Program:
    """`units[0]` is the start: stats get their values, setups run, the first turn.
    `routines`: (unit number, offset) of each rule instance, use. `deadly`: (slot, bound).
    `watches`: (stat slot, number, paragraph, slot of the value at the last look).
    `wielded`: global slot of the item number in hand plus 1 (0: none), -1 if unused.
    `bargains`, `history`: first slot of their rooms, or -1 where the book has none.
    `kinds`: kind → (limit or -1, size limit or -1) for the sheet. `lay_down`: items may be
    laid down from the sheet. `settings`: book, author, language, locked, undo, version…"""

    settings: dict[str, str]
    start: list[int]
    units: list[Unit]
    routines: list[tuple[int, int]]
    paragraphs: list[ParagraphInfo]
    stats: list[StatInfo]
    items: list[ItemInfo]
    codewords: list[CodewordInfo]
    deadly: list[tuple[int, int]]
    watches: list[tuple[int, int, int, int]]
    wielded: int = -1
    bargains: int = -1
    history: int = -1
    kinds: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def globals(self) -> int:
        return len(self.start)

    def to_json(self) -> dict[str, Any]:
        """The program as plain JSON data; short keys, defaults left out of long lists."""
        return {
            "format": "gbk-program",
            "version": VERSION,
            "settings": self.settings,
            "start": self.start,
            "units": [[unit.code, unit.strings] for unit in self.units],
            "routines": [list(at) for at in self.routines],
            "paragraphs": [_paragraph_row(p) for p in self.paragraphs],
            "stats": [
                [
                    s.name,
                    s.label,
                    s.slot,
                    s.size,
                    s.first,
                    s.start,
                    int(s.hidden),
                    list(s.grades),
                    [list(m) for m in s.modifiers],
                    s.top,
                ]
                for s in self.stats
            ],
            "items": [[i.name, i.label, i.slot, i.kind, i.use, int(i.wield)] for i in self.items],
            "codewords": [[c.name, c.slot, int(c.hidden)] for c in self.codewords],
            "deadly": [list(d) for d in self.deadly],
            "watches": [list(w) for w in self.watches],
            "wielded": self.wielded,
            "bargains": self.bargains,
            "history": self.history,
            "kinds": {name: list(limits) for name, limits in self.kinds.items()},
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Program:
        """Raises ValueError where `data` is not a program of this version."""
        if data.get("format") != "gbk-program" or data.get("version") != VERSION:
            raise ValueError("not a gbk program of version 1")
        return cls(
            settings=dict(data["settings"]),
            start=list(data["start"]),
            units=[Unit(list(code), list(strings)) for code, strings in data["units"]],
            routines=[(unit, offset) for unit, offset in data["routines"]],
            paragraphs=[ParagraphInfo(*row) for row in data["paragraphs"]],
            stats=[
                StatInfo(
                    n, la, sl, si, fi, st, bool(h), tuple(g), tuple((a, b, c) for a, b, c in m), top
                )
                for n, la, sl, si, fi, st, h, g, m, top in data["stats"]
            ],
            items=[ItemInfo(n, la, s, k, u, bool(w)) for n, la, s, k, u, w in data["items"]],
            codewords=[CodewordInfo(n, s, bool(h)) for n, s, h in data["codewords"]],
            deadly=[(s, b) for s, b in data["deadly"]],
            watches=[(s, n, p, last) for s, n, p, last in data["watches"]],
            wielded=data["wielded"],
            bargains=data["bargains"],
            history=data["history"],
            kinds={name: (a, b) for name, (a, b) in data["kinds"].items()},
        )


def _paragraph_row(p: ParagraphInfo) -> list[Any]:
    return [p.name, p.title, p.unit, p.visits, p.parent]
