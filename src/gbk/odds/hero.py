"""The hero as odds take him: as made at the start with dice at their middle, and as set."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gbk.model.program import Program
from gbk.run.dice import Dice
from gbk.run.machine import Machine
from gbk.run.requests import Choose, Number, Roll
from gbk.run.sheet import set_slots, slots_to_set


class _Made(Exception):
    """The first paragraph is next."""

    def __init__(self, paragraph: int) -> None:
        self.paragraph = paragraph


def hero(program: Program, sets: Iterable[str]) -> tuple[list[int], bool]:
    """(memory as the first paragraph finds it, whether dice made the hero). Raises SetError."""
    pairs = slots_to_set(program, sets)
    thrown = 0

    def middle(low: int, high: int) -> int:
        # of two dice one falls lower and one higher: together they are at their middle
        nonlocal thrown
        thrown += 1
        return (low + high + (thrown - 1) % 2) // 2

    machine, _ = _make(program, middle, lambda low, high: low)
    set_slots(machine, pairs)
    return machine.memory[: machine.base + 1], thrown > 0


def chance_hero(program: Program, seed: int) -> tuple[list[int], int]:
    """(memory as the first paragraph finds it, that paragraph) of a hero made by dice."""
    dice = Dice(seed)
    machine, paragraph = _make(program, dice.between, dice.between)
    return machine.memory[: machine.base + 1], paragraph


def _make(
    program: Program, roll: Callable[[int, int], int], decide: Callable[[int, int], int]
) -> tuple[Machine, int]:
    machine = Machine(program)

    def made(paragraph: int) -> int:
        raise _Made(paragraph)

    machine.first = made
    try:
        request = machine.run()
        while True:
            match request:
                case Roll(low=low, high=high):
                    answer = roll(low, high)
                case Choose(options=options):
                    answer = options[decide(0, len(options) - 1)].value
                case Number(low=low, high=high):
                    answer = decide(low, high)
                case _:
                    answer = 0
            request = machine.run(answer)
    except _Made as made_now:
        return machine, made_now.paragraph
