"""The chance to win a small book, from the plain machine: every state, and values by iteration."""

from __future__ import annotations

from gbk.model.program import Program
from gbk.run.machine import Machine
from gbk.run.requests import Choose, End, Number, Request, Roll, Turn, Type

MOST = 20_000
"""More states than this and a test has chosen its book badly."""
Moves = tuple[bool, list[int], list[int]]
"""Whether chance decides; the states that follow by the options, and by the sheet."""


class _Unnumbered(Machine):
    """A machine that does not count rounds: else no round would be like an earlier one."""

    def _round(self) -> None:
        pass


def winning(program: Program) -> tuple[float, float]:
    """(under best play, under random play)."""
    machine = _Unnumbered(program)
    numbers: dict[tuple[int, ...], int] = {}
    queue: list[tuple[int, ...]] = []
    moves: list[Moves] = []
    won: dict[int, float] = {}

    def number() -> int:
        state = tuple(machine.snapshot())
        if state not in numbers:
            numbers[state] = len(numbers)
            queue.append(state)
            assert len(queue) < MOST
        return numbers[state]

    def asked(state: tuple[int, ...]) -> Request:
        machine.events.clear()
        machine.restore(list(state))
        return machine.run()

    machine.run()
    number()
    for at, state in enumerate(queue):
        request = asked(state)
        if isinstance(request, End):
            won[at] = float(request.kind == "victory")
            moves.append((True, [], []))
            continue
        own, sheet = [], []
        for answer in _answers(request):
            asked(state)
            machine.run(answer)
            own.append(number())
        for item, info in enumerate(program.items):
            if request.sheet and machine.memory[info.slot] > 0:
                for act in [machine.use] * (info.use >= 0) + [machine.wield] * bool(info.wield):
                    asked(state)
                    if not machine.memory[info.slot]:
                        continue
                    act(item)
                    sheet.append(number())
        moves.append((isinstance(request, Roll), own, sheet))
    return _iterated(moves, won, best=True), _iterated(moves, won, best=False)


def _answers(request: Request) -> list[int]:
    match request:
        case Roll(low=low, high=high) | Number(low=low, high=high):
            return list(range(low, high + 1))
        case Choose(options=options):
            return [option.value for option in options]
        case Type(answers=answers):
            return list(range(len(answers) + 1))
        case Turn():
            return [0]
        case _:
            raise AssertionError(request)


def _iterated(moves: list[Moves], won: dict[int, float], best: bool) -> float:
    values = [won.get(n, 0.0) for n in range(len(moves))]
    for _ in range(100_000):
        worst = 0.0
        for at in range(len(moves) - 1, -1, -1):
            chance, own, sheet = moves[at]
            if not own:
                continue
            if best and not chance:
                value = max(values[to] for to in own + sheet)
            else:
                value = sum(values[to] for to in own) / len(own)
            worst = max(worst, abs(value - values[at]))
            values[at] = value
        if worst < 1e-14:
            break
    return values[0]
