"""Many plays of a program, counted."""

from __future__ import annotations

from collections import Counter
from typing import Any

from gbk.model.program import Program
from gbk.run.dice import Dice
from gbk.run.machine import Machine
from gbk.run.requests import Choose, End, Number, Request, Roll, Turn, Type

MOST_ANSWERS = 2000
MOST_TURNS = 10_000
"""So many turns in one play lead round and round."""


def simulate(program: Program, plays: int, seed: int, policy: str = "random") -> dict[str, Any]:
    """Play so many times, the n-th with dice seeded by `seed + n`. `policy`: "random", each
    option alike, or "first". The answer is the document of `simulate --format json`.
    Raises EndlessError."""
    endings: Counter[str] = Counter()
    places: Counter[tuple[str, str]] = Counter()
    visits: Counter[int] = Counter()
    lengths: list[int] = []
    unfinished = 0
    for number in range(plays):
        end, length = _play(program, Dice(seed + number), policy, visits)
        lengths.append(length)
        if end is None:
            unfinished += 1
        else:
            endings[end[1]] += 1
            places[end] += 1
    lengths.sort()
    own = [n for n, p in enumerate(program.paragraphs) if p.parent < 0]
    names = {n: program.paragraphs[n].name for n in own}
    return {
        "plays": plays,
        "endings": dict(endings),
        "by_ending": [
            {"paragraph": paragraph, "kind": kind, "count": count}
            for (paragraph, kind), count in places.most_common()
        ],
        "paragraphs": {names[n]: visits[n] for n in own if visits[n]},
        "never_visited": [names[n] for n in own if not visits[n]],
        "unfinished": unfinished,
        "length": {
            "mean": sum(lengths) / plays,
            "p50": lengths[plays // 2],
            "p95": lengths[min(plays - 1, plays * 95 // 100)],
            "max": lengths[-1],
        },
    }


def _play(
    program: Program, dice: Dice, policy: str, visits: Counter[int]
) -> tuple[tuple[str, str] | None, int]:
    """((paragraph, kind) of the ending, or None, and how many choices there were)."""
    machine = Machine(program)
    request = machine.run()
    here, answers, turns = 0, 0, 0
    while True:
        for event in machine.events:
            if event[0] == "arrive" and isinstance(event[1], int):
                here = event[1]
                visits[here] += 1
        machine.events.clear()
        if isinstance(request, End):
            return (program.paragraphs[here].name, request.kind), answers
        if answers >= MOST_ANSWERS or turns >= MOST_TURNS:
            return None, answers
        turns += isinstance(request, Turn)
        if isinstance(request, Choose | Number | Type):
            answers += 1
        request = machine.run(_answer(request, dice, policy))


def _answer(request: Request, dice: Dice, policy: str) -> int:
    match request:
        case Roll(low=low, high=high):
            return dice.between(low, high)
        case Choose(options=options):
            return options[0 if policy == "first" else dice.between(0, len(options) - 1)].value
        case Number(low=low, high=high):
            return low if policy == "first" else dice.between(low, high)
        case Type(answers=answers):
            return 0 if policy == "first" else dice.between(0, len(answers))
    return 0
