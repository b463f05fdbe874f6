"""Linking: the units of a program as one list of code that a machine can trust."""

from __future__ import annotations

from dataclasses import dataclass

from gbk.model.program import (
    BARGAIN_ROOM,
    BLOCKS,
    CODE,
    GLOBALS_HEADER,
    HISTORY_ROOM,
    LIMIT,
    NONE,
    OPS,
    Program,
)

FRAME_ROOM = 2**15
"""The largest frame slot that code may name."""

_LIMITS = {"MENU": 3, "BREAK": len(BLOCKS) - 1, "VALUE": 20}


@dataclass(frozen=True, slots=True)
class Image:
    """`code`: all units, a HALT behind each; `s` operands count in `strings`. `ends[at]`: the
    address behind the instruction at `at`, 0 where none begins. `entries`: the address of each
    paragraph, `routines`: of each routine."""

    code: list[int]
    ends: list[int]
    strings: list[str]
    entries: list[int]
    routines: list[int]


_last: list[tuple[Program, Image]] = []


def link(program: Program) -> Image:
    """Raises ValueError, with a sentence, where the program is broken. The last program's
    image is kept: thousands of machines are made of one program."""
    if not _last or _last[0][0] is not program:
        _last[:] = [(program, _link(program))]
    return _last[0][1]


def _link(program: Program) -> Image:
    _check_tables(program)
    code: list[int] = []
    ends: list[int] = []
    strings: list[str] = []
    starts: list[int] = []
    for number, unit in enumerate(program.units):
        starts.append(len(code))
        unit_ends = _walk(program, number)
        relocated = list(unit.code)
        for at, end in enumerate(unit_ends[:-1]):
            if end:
                for offset, kind in enumerate(operand_kinds(unit.code, at), at + 1):
                    if kind == "s":
                        relocated[offset] += len(strings)
        ends += [end and end + len(code) for end in unit_ends]
        code += [*relocated, CODE["HALT"]]
        strings += unit.strings
    routines = []
    for unit_number, offset in program.routines:
        at = starts[unit_number] + offset
        if offset > len(program.units[unit_number].code) or not ends[at]:
            raise ValueError(f"a routine begins inside an instruction of unit {unit_number}")
        routines.append(at)
    entries = [starts[paragraph.unit] for paragraph in program.paragraphs]
    return Image(code, ends, strings, entries, routines)


def operand_kinds(code: list[int], at: int) -> str:
    """The kinds of the operands of the instruction at `at`, a counted row written out."""
    kinds = OPS[code[at]][1]
    return "n" + kinds[1] * code[at + 1] if kinds.startswith("*") else kinds


def _walk(program: Program, number: int) -> list[int]:
    """Where the instructions of a unit end (one more for the HALT behind them), each operand
    looked at."""
    unit = program.units[number]
    code = unit.code
    if not all(isinstance(text, str) for text in unit.strings):
        raise ValueError(f"unit {number} has a string that is none")
    ends = [0] * (len(code) + 1)
    ends[-1] = len(code) + 1
    distances = []
    at = 0
    while at < len(code):
        if not _among(code[at], 0, len(OPS) - 1):
            raise ValueError(f"unit {number} has no known instruction at {at}")
        name, kinds, _ = OPS[code[at]]
        counted = kinds.startswith("*")
        if counted and not (at + 1 < len(code) and _among(code[at + 1], 0, len(code))):
            raise ValueError(f"unit {number} is cut short at {at} ({name})")
        kinds = operand_kinds(code, at)
        end = at + 1 + len(kinds)
        if end > len(code):
            raise ValueError(f"unit {number} is cut short at {at} ({name})")
        for kind, value in zip(kinds, code[at + 1 : end], strict=True):
            low, high = _range(program, kind, name)
            if kind == "s":
                low, high = 0, len(unit.strings) - 1
            if not _among(value, low, high):
                raise ValueError(f"unit {number} has a wrong operand at {at} ({name})")
            if kind == "d":
                distances.append((end + value, at, name))
        ends[at] = end
        at = end
    for target, at, name in distances:
        if not 0 <= target <= len(code) or not ends[target]:
            raise ValueError(f"unit {number} jumps to no instruction at {at} ({name})")
    return ends


def _among(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _range(program: Program, kind: str, name: str) -> tuple[int, int]:
    """The lowest and the highest operand of a kind (not `s`, which is the unit's own)."""
    if kind == "g":
        return 0, len(program.start) - 1
    if kind == "k":
        return 0, FRAME_ROOM
    if kind == "p":
        return 0, len(program.paragraphs) - 1
    if kind == "r":
        return 0, len(program.routines) - 1
    if name == "STAT":
        return 0, len(program.stats) - 1
    if name in _LIMITS:
        return 0, _LIMITS[name]
    return NONE, LIMIT


def _check_tables(program: Program) -> None:
    """Every slot and number that a table of the program names is there."""
    size = len(program.start)
    paragraphs = len(program.paragraphs) - 1
    items = len(program.items) - 1

    def need(what: str, low: int, high: int, *values: object) -> None:
        if not all(_among(value, low, high) for value in values):
            raise ValueError(f"the program names {what} that is not there")

    if size < GLOBALS_HEADER or not program.units:
        raise ValueError("the program has no start")
    need("a number", NONE, LIMIT, *program.start)
    for stat in program.stats:
        need("a slot", 0, size - max(stat.size, 1), stat.slot)
        need("a slot", 0, size, stat.size)
        need("a slot", -1, size - 1, stat.start, stat.top)
        for item, mode, amount in stat.modifiers:
            need("an item", 0, items, item)
            need("a way to carry", 0, 3, mode)
            need("a number", NONE, LIMIT, amount)
    for thing in program.items:
        need("a slot", 0, size - 1, thing.slot)
        need("a routine", -1, len(program.routines) - 1, thing.use)
    need("a slot", 0, size - 1, *(word.slot for word in program.codewords))
    for slot, bound in program.deadly:
        need("a slot", 0, size - 1, slot)
        need("a number", NONE, LIMIT, bound)
    for slot, number, paragraph, last in program.watches:
        need("a slot", 0, size - 1, slot, last)
        need("a number", NONE, LIMIT, number)
        need("a paragraph", 0, paragraphs, paragraph)
    for place in program.paragraphs:
        need("a unit", 0, len(program.units) - 1, place.unit)
        need("a slot", -1, size - 1, place.visits)
        need("a paragraph", -1, paragraphs, place.parent)
    for unit, offset in program.routines:
        need("a unit", 0, len(program.units) - 1, unit)
        need("a place", 0, LIMIT - 1, offset)
    need("a slot", -1, size - 1, program.wielded)
    need("a room", -1, max(-1, size - BARGAIN_ROOM), program.bargains)
    need("a room", -1, max(-1, size - HISTORY_ROOM), program.history)
