"""What the code does not need to know: forks that only change what is said, counts past caring.

`{gold: crown | crowns}` and `{has lamp ? light | darkness}` go different ways to the same place
and leave everything as it was. Nobody has to know there which way is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from heapq import heappop, heappush

from gbk.model.program import CODE, OPS, ROUND

_PUSHES = "NUM STR LOAD FLOAD ADDR STAT DEAD CODE VARY"
_SAYS = "TEXT SHUT BREAK LINK PICTURE"
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


_COMPARES = {CODE[name] for name in ("EQ", "NE", "LT", "LE", "GT", "GE")}
_NUM, _LOAD, _FLOAD, _CALL = CODE["NUM"], CODE["LOAD"], CODE["FLOAD"], CODE["CALL"]
_HALT, _HERE = CODE["HALT"], CODE["HERE"]


class Caps:
    """Counters that the code only compares with constants, or reads for what is said: from some
    number on it makes no difference how high they are. `visits`: that number by the slot of a
    paragraph's visits; `rounds`: for the rounds of every rule, or None where it makes one."""

    def __init__(
        self, code: list[int], ends: list[int], counters: set[int], joins: Callable[[int], int]
    ) -> None:
        self._code, self._ends, self._joins = code, ends, joins
        self.visits = dict.fromkeys(counters, 1)
        self.rounds: int | None = 1
        start = 0
        while start < len(code):
            addresses = []
            at = start
            while at < len(code) and code[at] != _HALT:
                addresses.append(at)
                at = ends[at]
            self._unit(addresses)
            start = at + 1

    def _unit(self, addresses: list[int]) -> None:
        code = self._code
        own = {code[at + 2] + ROUND for at in addresses if code[at] == _CALL}
        if addresses and code[addresses[0]] != _HERE:
            own.add(ROUND)
        for at in addresses:
            if code[at] == _LOAD and code[at + 1] in self.visits:
                most = self._most(self._ends[at])
                if most is None:
                    del self.visits[code[at + 1]]
                else:
                    self.visits[code[at + 1]] = max(most, self.visits[code[at + 1]])
            elif code[at] == _FLOAD and code[at + 1] in own and self.rounds is not None:
                most = self._most(self._ends[at])
                self.rounds = None if most is None else max(most, self.rounds)

    def _most(self, at: int) -> int | None:
        """From which number on it makes no difference to the code at an instruction how high
        what is on the stack is; None where it always does."""
        if self._code[at] == _NUM and self._code[self._ends[at]] in _COMPARES:
            return self._code[at + 1] + 1
        return 1 if _only_said(self._code, self._ends, at, self._joins) else None


def _only_said(code: list[int], ends: list[int], at: int, joins: Callable[[int], int]) -> bool:
    """Whether the number on the stack at an instruction is shown, tested, or decides what is
    said, and nothing else."""
    height = 1
    while height > 0:
        name = OPS[code[at]][0]
        if name in ("JZ", "SWITCH") and height == 1:
            return name == "JZ" or joins(at) > 0
        if name not in _STACK or name in ("JUMP", "JZ", "SWITCH"):
            return False
        takes, leaves = _STACK[name]
        if height < takes:
            return False
        height += leaves - takes
        at = ends[at]
    return True
