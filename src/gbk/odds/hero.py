"""The hero as odds take him: as made at the start with dice at their middle, and as set."""

from __future__ import annotations

from collections.abc import Iterable

from gbk.model.program import Program
from gbk.run.machine import Machine
from gbk.run.requests import Choose, Number, Roll
from gbk.run.sheet import set_slots, slots_to_set


class _Made(Exception):
    """The first paragraph is next."""


def hero(program: Program, sets: Iterable[str]) -> tuple[list[int], bool]:
    """(memory as the first paragraph finds it, whether dice made the hero). Raises SetError."""
    pairs = slots_to_set(program, sets)
    machine = Machine(program)

    def made(paragraph: int) -> int:
        raise _Made

    machine.first = made
    thrown = 0
    try:
        request = machine.run()
        while True:
            answer = 0
            if isinstance(request, Roll):
                # of two dice one falls lower and one higher: together they are at their middle
                answer = (request.low + request.high + thrown % 2) // 2
                thrown += 1
            elif isinstance(request, Choose):
                answer = request.options[0].value
            elif isinstance(request, Number):
                answer = request.low
            request = machine.run(answer)
    except _Made:
        set_slots(machine, pairs)
        return machine.memory[: machine.base + 1], thrown > 0
