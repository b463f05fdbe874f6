"""The arithmetic of the machine: whole numbers of 32 bits that saturate, and NONE."""

from __future__ import annotations

from collections.abc import Callable

from gbk.model.program import LIMIT, NONE

_BITS = 31


def clamp(number: int) -> int:
    return max(-LIMIT, min(LIMIT, number))


def add(a: int, b: int) -> int:
    total = a + b
    if a == NONE or b == NONE:
        return NONE
    return total if -LIMIT <= total <= LIMIT else clamp(total)


def _sub(a: int, b: int) -> int:
    return add(a, -b) if b != NONE else NONE


def _mul(a: int, b: int) -> int:
    return NONE if NONE in (a, b) else clamp(a * b)


def _div_up(a: int, b: int) -> int:
    return NONE if NONE in (a, b) else 0 if b == 0 else -(-a // b)


def _div_down(a: int, b: int) -> int:
    return NONE if NONE in (a, b) else 0 if b == 0 else a // b


def _least(a: int, b: int) -> int:
    return b if a == NONE else a if b == NONE else min(a, b)


def greatest(a: int, b: int) -> int:
    return max(a, b)  # NONE is the least of all numbers: no bound


def _order(holds: Callable[[int, int], bool]) -> Callable[[int, int], int]:
    return lambda a, b: int(NONE not in (a, b) and holds(a, b))


def _bit(mask: int, i: int) -> int:
    return mask >> i & 1 if 0 <= i < _BITS else 0


def _set_bit(mask: int, i: int) -> int:
    return mask | 1 << i if 0 <= i < _BITS and mask != NONE else mask


BINARY: dict[str, Callable[[int, int], int]] = {
    "ADD": add,
    "SUB": _sub,
    "MUL": _mul,
    "DIVUP": _div_up,
    "DIVDOWN": _div_down,
    "MIN": _least,
    "MAX": greatest,
    "EQ": lambda a, b: int(a == b),
    "NE": lambda a, b: int(a != b),
    "LT": _order(lambda a, b: a < b),
    "LE": _order(lambda a, b: a <= b),
    "GT": _order(lambda a, b: a > b),
    "GE": _order(lambda a, b: a >= b),
    "AND": lambda a, b: int(a != 0 and b != 0),
    "OR": lambda a, b: int(a != 0 or b != 0),
    "BIT": _bit,
    "SETBIT": _set_bit,
}
"""What the instructions push that pop b, then a."""


def plural(number: int, language: str) -> int:
    """Which of a word's forms goes with a number: two in English, three in Russian."""
    n = abs(number)
    if language != "ru":
        return int(n != 1)
    if n % 10 == 1 and n % 100 != 11:
        return 0
    return 1 if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14 else 2
