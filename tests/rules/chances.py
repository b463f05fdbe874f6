"""Exact chances of endings, computed from the plain machine: every throw, every state.

The numbers are compared with enumerations that are written from the words of the rules and know
nothing of the machine.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from random import Random
from typing import Any

from gbk.model.program import Program
from gbk.run.machine import Machine
from gbk.run.requests import Choose, End, Number, Request, Roll, Turn

Pick = Callable[[Choose], int]
Key = tuple[int, ...]
Row = dict[Key | str, Fraction]
"""What a state leads to: endings, and states that are not solved yet."""

PLAYS = 60
"""So many plays are looked at before all are walked."""


def first(request: Choose) -> int:
    return request.options[0].value


def last(request: Choose) -> int:
    return request.options[-1].value


class Chances:
    """The chances of a program's endings, the reader deciding by `pick`.

    Two states are one where they differ in nothing that is ever read before it is written. What
    is read is seen while states are walked; while more of it is seen, the walk is done again.
    """

    def __init__(self, program: Program, pick: Pick = first) -> None:
        self._machine = _Unnumbered(program)
        self._pick = pick
        self._read: dict[int, set[int]] = defaultdict(set)
        self._telling: dict[int, list[int]] = {}
        self._rows: dict[Key, Row] = {}
        self._open: set[Key] = set()

    def of(self, *numbers: int, creation: bool = False) -> dict[str, Fraction]:
        """The chance of each kind of ending, the first questions for a number answered with
        `numbers`. Without `creation` the dice thrown before the first paragraph show their
        lowest."""
        machine, left = self._machine, list(numbers)
        machine.events.clear()
        machine.restore(Machine(machine.program).snapshot())
        request = machine.run()
        while left or not (creation or machine.arrived()):
            assert isinstance(request, Roll | Number)
            request = machine.run(left.pop(0) if isinstance(request, Number) else request.low)
        if isinstance(request, End):
            return {request.kind: Fraction(1)}
        start = machine.snapshot()
        for seed in range(0 if self._read else PLAYS):
            self._play(start, Random(seed))
        while True:
            telling = {pc: sorted(read) for pc, read in self._read.items()}
            if telling != self._telling:
                self._telling = telling
                self._rows.clear()
            self._walk(start)
            if all(len(read) == len(telling.get(pc, ())) for pc, read in self._read.items()):
                return {
                    str(kind): chance for kind, chance in self._solved(self._key(start)).items()
                }

    def _key(self, state: list[int]) -> Key:
        pc, fp, *memory = state
        telling = self._telling.get(pc, ())
        return pc, fp, len(memory), *(memory[at] for at in telling if at < len(memory))

    def _play(self, start: list[int], dice: Random) -> None:
        """One play, for what it reads."""
        ways: list[tuple[int, _Cells, int]] = []
        state, ended = start, False
        while not ended:
            answer = dice.choice(self._asked(state))
            cells, after = self._step(state, answer)
            ended = isinstance(self._machine.request, End)
            ways.append((state[0], cells, after[0]))
            state = after
        for pc, cells, to in reversed(ways):
            self._read[pc] |= cells.needs(self._read[to])

    def _walk(self, state: list[int]) -> None:
        key = self._key(state)
        if key in self._rows or key in self._open:
            return
        self._open.add(key)
        row = defaultdict[Key | str, Fraction](Fraction)
        answers = self._asked(state)
        for answer in answers:
            cells, after = self._step(state, answer)
            to: Row
            if isinstance(self._machine.request, End):
                to = {self._machine.request.kind: Fraction(1)}
            else:
                self._walk(after)
                to = self._solved(self._key(after))
            self._read[state[0]] |= cells.needs(self._read[after[0]])
            for where, chance in to.items():
                row[where] += chance / len(answers)
        stay = row.pop(key, Fraction(0))
        self._rows[key] = {where: chance / (1 - stay) for where, chance in row.items()}
        self._open.remove(key)

    def _step(self, state: list[int], answer: int) -> tuple[_Cells, list[int]]:
        """What an answer reads and where it leads; the machine's request is the next one."""
        machine = self._machine
        machine.events.clear()
        machine.restore(list(state))
        cells = machine.memory = _Cells(machine.memory)
        machine.run()
        machine.run(answer)
        return cells, machine.snapshot()

    def _asked(self, state: list[int]) -> list[int]:
        """The answers to what is pending in a state."""
        self._machine.restore(list(state))
        return self._answers(self._machine.run())

    def _answers(self, request: Request) -> list[int]:
        match request:
            case Roll(low=low, high=high):
                return list(range(low, high + 1))
            case Choose():
                return [self._pick(request)]
            case Turn():
                return [0]
            case _:
                raise AssertionError(request)

    def _solved(self, key: Key) -> Row:
        """A row in which no state stands that has a row of its own."""
        if key not in self._rows:
            return {key: Fraction(1)}
        row = self._rows[key]
        if any(where in self._rows for where in row):
            sums = defaultdict[Key | str, Fraction](Fraction)
            for where, chance in row.items():
                to = {where: Fraction(1)} if isinstance(where, str) else self._solved(where)
                for end, share in to.items():
                    sums[end] += chance * share
            self._rows[key] = row = dict(sums)
        return row


def endings(program: Program, pick: Pick = first, creation: bool = False) -> dict[str, Fraction]:
    """The chance of each kind of ending, as `Chances` counts it."""
    return Chances(program, pick).of(creation=creation)


class _Unnumbered(Machine):
    """A machine that does not count rounds: else no round would be like an earlier one."""

    def _round(self) -> None:
        pass

    def arrived(self) -> bool:
        return any(event[0] == "arrive" for event in self.events)


class _Cells(list[int]):
    """Memory that notes which of its places are read before they are written. What stands at
    `floor` or above has been put there."""

    def __init__(self, cells: Iterable[int]) -> None:
        super().__init__(cells)
        self.read: set[int] = set()
        self.written: set[int] = set()
        self.floor = len(self)

    def needs(self, read: set[int]) -> set[int]:
        """What was read, and what of `read` was not written."""
        return self.read | {at for at in read - self.written if at < self.floor}

    def _note(self, at: int) -> None:
        if at < self.floor and at not in self.written:
            self.read.add(at)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            for place in range(*at.indices(len(self))):
                self._note(place)
        else:
            self._note(at)
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        self.written.update(range(*at.indices(len(self))) if isinstance(at, slice) else (at,))
        super().__setitem__(at, value)

    def __delitem__(self, at: Any) -> None:
        super().__delitem__(at)
        self.floor = min(self.floor, len(self))

    def pop(self, at: Any = -1) -> int:
        last = len(self) - 1
        if last < self.floor:
            self._note(last)
            self.floor = last
        return super().pop()

    def copy(self) -> _Cells:
        other = _Cells(self)
        other.read, other.written, other.floor = self.read, set(self.written), self.floor
        return other
