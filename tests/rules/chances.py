"""Chances of endings, computed from the plain machine: every throw, every state.

Slow and simple on purpose: the numbers are compared with enumerations that are written from
the words of the rules and know nothing of the machine.
"""

from __future__ import annotations

from collections.abc import Callable

from gbk.model.program import ROUND, Program
from gbk.run.machine import Machine
from gbk.run.requests import Choose, End, Roll, Turn

Pick = Callable[[Choose], int]


def first(request: Choose) -> int:
    return request.options[0].value


def endings(program: Program, pick: Pick = first, creation: bool = False) -> dict[str, float]:
    """The chance of each kind of ending, the reader deciding by `pick`. Without `creation` the
    dice thrown before the first paragraph all show their lowest."""
    machine = Machine(program)
    ends: dict[str, set[int]] = {}
    ways: list[list[tuple[float, int]]] = []
    numbers: dict[tuple[int, ...], int] = {}
    waiting: list[tuple[int, ...]] = []

    def number(state: list[int]) -> int:
        # the count of rounds tells apart what is alike: no rule here looks at it
        if state[0] and 2 + state[1] + ROUND < len(state):
            state[2 + state[1] + ROUND] = 0
        key = tuple(state)
        if key not in numbers:
            numbers[key] = len(ways)
            ways.append([])
            waiting.append(key)
        return numbers[key]

    request = machine.run()
    while not creation and isinstance(request, Roll) and not _arrived(machine):
        request = machine.run(request.low)
    start = number(machine.snapshot())
    while waiting:
        state = waiting.pop()
        here = numbers[state]
        machine.restore(list(state))
        request = machine.run()
        match request:
            case Roll(low=low, high=high):
                answers = [(1 / (high - low + 1), n) for n in range(low, high + 1)]
            case Choose():
                answers = [(1.0, pick(request))]
            case Turn():
                answers = [(1.0, 0)]
            case End(kind=kind):
                ends.setdefault(kind, set()).add(here)
                continue
            case _:
                raise AssertionError(request)
        for weight, answer in answers:
            machine.restore(list(state))
            machine.run()
            machine.run(answer)
            ways[here].append((weight, number(machine.snapshot())))
    return {kind: _reach(ways, goal)[start] for kind, goal in ends.items()}


def _arrived(machine: Machine) -> bool:
    return any(event[0] == "arrive" for event in machine.events)


def _reach(ways: list[list[tuple[float, int]]], goal: set[int]) -> list[float]:
    value = [1.0 if n in goal else 0.0 for n in range(len(ways))]
    while True:
        change = 0.0
        for n in range(len(ways) - 1, -1, -1):
            if ways[n]:
                new = sum(weight * value[to] for weight, to in ways[n])
                change = max(change, abs(new - value[n]))
                value[n] = new
        if change < 1e-14:
            return value
