"""What code surely does, read from its instructions."""

from __future__ import annotations

from collections.abc import Mapping

from gbk.lower.code import Compiled, Ref
from gbk.model.program import CODE, OPS

_NAMES = [name for name, _, _ in OPS]
_PROSE = {"HERE", "TEXT", "BREAK", "PICTURE"}
_STRAIGHT = {
    *_NAMES[_NAMES.index("NUM") : _NAMES.index("JUMP")],
    *("STAT", "HERE", "FRAME", "ROUND", "BARGAIN", "ROLL", "TOLD", "TEXT", "VALUE", "NAME"),
    *("BREAK", "LINK", "PICTURE", "PLURAL", "VARY"),
}
"""Instructions behind which the next one always runs."""


def plain(unit: Compiled) -> bool:
    """Does a paragraph do nothing but show prose and turn?"""
    at = 0
    while at < len(unit.code) and _NAMES[unit.code[at]] in _PROSE:
        at = _end(unit, at)
    return at < len(unit.code) and unit.code[at] == CODE["TURN"]


def visit(unit: Compiled, routines: Mapping[Ref, Compiled]) -> str:
    """The key of the paragraph that a paragraph, or a rule that it calls first, visits whatever
    holds, before it can end, turn or ask; "" where there is none."""
    refs = dict(unit.refs)
    at, seen = 0, set[int]()
    while at < len(unit.code) and at not in seen:
        seen.add(at)
        name, end = _NAMES[unit.code[at]], _end(unit, at)
        if name == "VISIT":
            return refs[at + 1][1]
        if name == "CALL":
            called = routines.get(refs[at + 1])
            return visit(called, routines) if called else ""
        if name == "JUMP":
            end += unit.code[at + 1]
        elif name not in _STRAIGHT:
            return ""
        at = end
    return ""


def throws(unit: Compiled, at: int) -> bool:
    """Whether dice are thrown in the code from an instruction on."""
    while at < len(unit.code):
        if unit.code[at] == CODE["ROLL"]:
            return True
        at = _end(unit, at)
    return False


def _end(unit: Compiled, at: int) -> int:
    kinds = OPS[unit.code[at]][1]
    return at + 1 + (1 + unit.code[at + 1] if kinds.startswith("*") else len(kinds))
