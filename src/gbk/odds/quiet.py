"""Forks of the code that only change what is said.

`{gold: crown | crowns}` and `{has lamp ? light | darkness}` go different ways to the same place
and leave everything as it was. Nobody has to know there which way is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from heapq import heappop, heappush

from gbk.model.program import OPS

_PUSHES = "NUM STR LOAD FLOAD ADDR STAT DEAD CODE VARY"
_SAYS = "TEXT BREAK LINK PICTURE"
_TAKES = "DROP VALUE NAME JZ SWITCH"
_CHANGES = "PEEK NOT PLURAL"
_COMBINES = "ADD SUB MUL DIVUP DIVDOWN MIN MAX EQ NE LT LE GT GE AND OR BIT SETBIT"
_STACK = {
    **dict.fromkeys(_PUSHES.split(), (0, 1)),
    **dict.fromkeys((*_SAYS.split(), "JUMP"), (0, 0)),
    **dict.fromkeys(_TAKES.split(), (1, 0)),
    **dict.fromkeys(_CHANGES.split(), (1, 1)),
    **dict.fromkeys(_COMBINES.split(), (2, 1)),
    "DUP": (1, 2),
    "SWAP": (2, 2),
}
"""How many numbers a quiet instruction takes from the stack, and how many it leaves."""
MOST = 400
"""So many instructions are looked at."""


def quiet_joins(code: list[int], ends: list[int]) -> Callable[[int], int]:
    """A function from the address of a `JZ` or `SWITCH` to where all its ways meet again with
    nothing done; 0 where they do not."""

    def following(at: int) -> list[int] | None:
        """Where a quiet instruction may go on."""
        name = OPS[code[at]][0]
        end = ends[at]
        if name == "JUMP":
            return [end + code[at + 1]]
        if name == "JZ":
            return [end, end + code[at + 1]]
        if name == "SWITCH":
            return [end, *(end + distance for distance in code[at + 2 : end])]
        return [end] if name in _STACK else None

    @cache
    def join(fork: int) -> int:
        heap: list[int] = []
        heights: dict[int, int] = {}

        def meet(at: int, height: int) -> bool:
            if at in heights:
                return heights[at] == height
            heights[at] = height
            heappush(heap, at)
            return True

        if not all(meet(at, 0) for at in following(fork) or ()):
            return 0
        for _ in range(MOST):
            at = heappop(heap)
            height = heights[at]
            if not heap:
                return at if height == 0 else 0
            ways = following(at)
            name = OPS[code[at]][0]
            if ways is None or min(ways) <= at:
                return 0
            takes, leaves = _STACK[name]
            if takes > height:
                return 0
            after = height - takes + leaves
            if not all(meet(way, after) for way in ways):
                return 0
        return 0

    return join
