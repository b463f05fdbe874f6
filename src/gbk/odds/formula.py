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
    `truth`: it is 0 or 1."""

    __slots__ = ("slots", "source", "truth")

    def __init__(self, source: str, slots: int, truth: bool = False) -> None:
        self.source = source
        self.slots = slots
        self.truth = truth

    def __eq__(self, other: object) -> bool:
        raise TypeError("a formula has no value yet")

    __hash__ = object.__hash__


@cache
def stored(slot: int) -> Formula:
    """What a slot of the memory holds."""
    return Formula(f"m[{slot}]", 1 << slot)


_NAMES: dict[str, Any] = {name: operation for name, operation in BINARY.items()}
_ORDER = {"LT": "<", "LE": "<=", "GT": ">", "GE": ">="}
_TRUTHS = {"EQ", "NE", "LT", "LE", "GT", "GE", "AND", "OR", "BIT"}


@cache
def rule(source: str) -> Rule:
    """The function of the memory that a formula is."""
    made: Rule = eval(f"lambda m: {source}", _NAMES)
    return made


def written(value: int | Formula) -> str:
    return value.source if isinstance(value, Formula) else str(value)


def slots_of(value: int | Formula) -> int:
    return value.slots if isinstance(value, Formula) else 0


def combined(name: str, a: int | Formula, b: int | Formula) -> Formula:
    """The formula of an instruction of two numbers."""
    slots = slots_of(a) | slots_of(b)
    left, right = written(a), written(b)
    truth = name in _TRUTHS
    if name in ("EQ", "NE"):
        return Formula(f"({left} {'==' if name == 'EQ' else '!='} {right})", slots, truth)
    if name == "MAX":
        return Formula(f"max({left}, {right})", slots)
    if name in ("GT", "GE") and isinstance(b, int) and b > NONE:
        return Formula(f"({left} {_ORDER[name]} {right})", slots, truth)
    if name in ("LT", "LE") and isinstance(a, int) and a > NONE:
        return Formula(f"({left} {_ORDER[name]} {right})", slots, truth)
    if name in ("LT", "LE") and isinstance(b, int) and b > NONE:
        return Formula(f"({NONE} < {left} {_ORDER[name]} {right})", slots, truth)
    return Formula(f"{name}({left}, {right})", slots, truth)


def chosen(condition: int | Formula, then: int, otherwise: int) -> int | Formula:
    """One number where a condition holds, another where it does not."""
    if isinstance(condition, int):
        return then if condition else otherwise
    return Formula(f"({then} if {condition.source} else {otherwise})", condition.slots)


def opposite(a: Formula) -> Formula:
    return Formula(f"({a.source} == 0)", a.slots, True)


def truth(a: Formula) -> Formula:
    """1 where a formula is not 0."""
    return a if a.truth else Formula(f"({a.source} != 0)", a.slots, True)
