"""Numbers that hang on what a state holds: formulas over the memory `m`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from gbk.model.program import NONE
from gbk.run.numbers import BINARY

LONGEST = 600
"""A formula longer than this is worked out state by state."""

Rule = Callable[[Any], Any]


class Formula:
    """`source`: Python that gives the number from `m`; `slots`: the slots it reads, as bits;
    `truth`: it is 0 or 1; `height`: how deep formulas lie in it."""

    __slots__ = ("height", "slots", "source", "truth")

    def __init__(self, source: str, slots: int, truth: bool = False, height: int = 0) -> None:
        self.source = source
        self.slots = slots
        self.truth = truth
        self.height = height

    def __eq__(self, other: object) -> bool:
        raise TypeError("a formula has no value yet")

    __hash__ = object.__hash__


@cache
def stored(slot: int) -> Formula:
    """What a slot of the memory holds."""
    return Formula(f"m[{slot}]", 1 << slot)


_ORDER = {"LT": "<", "LE": "<=", "GT": ">", "GE": ">="}
_TRUTHS = {"EQ", "NE", "LT", "LE", "GT", "GE", "AND", "OR", "BIT"}
_FAR = 2**30
"""Nearer to 0 than this two numbers are added as Python adds them."""


@cache
def rule(source: str) -> Rule:
    """The function of the memory that a formula is. Its source is made here, of numbers alone."""
    made: Rule = eval(f"lambda m: {source}", dict(BINARY))
    return made


def written(value: int | Formula) -> str:
    return value.source if isinstance(value, Formula) else str(value)


def slots_of(value: int | Formula) -> int:
    return value.slots if isinstance(value, Formula) else 0


def combined(name: str, a: int | Formula, b: int | Formula) -> Formula:
    """The formula of an instruction of two numbers."""
    slots = slots_of(a) | slots_of(b)
    height = 1 + max(v.height for v in (a, b) if isinstance(v, Formula))
    source = _source(name, a, b, f"t{height}")
    return Formula(source, slots, name in _TRUTHS, height)


def _source(name: str, a: int | Formula, b: int | Formula, t: str) -> str:
    """The usual cases are written out, since that is faster; `t` and `u` hold values meanwhile."""
    left, right = written(a), written(b)
    u = f"u{t[1:]}"
    if name in ("EQ", "NE"):
        return f"({left} {'==' if name == 'EQ' else '!='} {right})"
    if name == "MAX" and isinstance(b, int):
        return f"({t} if ({t} := {left}) > {right} else {right})"
    if name == "MIN":
        known = f"(({t} := {left}) > {NONE}) & (({u} := {right}) > {NONE})"
        return f"(({t} if {t} < {u} else {u}) if {known} else MIN({t}, {u}))"
    if name in ("ADD", "SUB"):
        near = f"(-{_FAR} < ({t} := {left}) < {_FAR}) & (-{_FAR} < ({u} := {right}) < {_FAR})"
        return f"({t} {'+' if name == 'ADD' else '-'} {u} if {near} else {name}({t}, {u}))"
    if name in ("GT", "GE") and isinstance(b, int) and b > NONE:
        return f"({left} {_ORDER[name]} {right})"
    if name in ("LT", "LE") and isinstance(a, int) and a > NONE:
        return f"({left} {_ORDER[name]} {right})"
    if name in ("LT", "LE") and isinstance(b, int) and b > NONE:
        return f"({NONE} < {left} {_ORDER[name]} {right})"
    return f"{name}({left}, {right})"


def chosen(condition: int | Formula, then: int, otherwise: int) -> int | Formula:
    """One number where a condition holds, another where it does not."""
    if isinstance(condition, int):
        return then if condition else otherwise
    source = f"({then} if {condition.source} else {otherwise})"
    return Formula(source, condition.slots, height=condition.height)


def opposite(a: Formula) -> Formula:
    return Formula(f"({a.source} == 0)", a.slots, True, a.height)


def truth(a: Formula) -> Formula:
    """1 where a formula is not 0."""
    return a if a.truth else Formula(f"({a.source} != 0)", a.slots, True, a.height)
