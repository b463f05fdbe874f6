"""The chance to win a whole book, from the dice of the hero's creation on."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from gbk.model.program import Program
from gbk.odds.graph import END
from gbk.odds.hero import chance_hero
from gbk.odds.places import before_all, outside
from gbk.odds.plays import simulate
from gbk.odds.solve import best, visits
from gbk.odds.states import MOST_STATES, States, TooManyStates
from gbk.odds.tracer import Tracer
from gbk.odds.tree import Spot

MOST_HEROES = 400
ROOM = 2
"""So many times as many states as may be kept at once are looked at in all."""
RANDOM_PLAYS = 4000
MOST_ABOVE = 4
"""Heroes times the states of one, over the most that are allowed: more, and nobody tries."""
SURE = 2.6
"""Standard errors on each side of an estimate: an interval that holds 99 times in 100 where many
heroes were looked at."""


@dataclass(slots=True)
class Worth:
    """The chance to win from one state on: between `low` and `high` where room was wanting."""

    low: float
    high: float
    random_low: float
    random_high: float


def book(
    program: Program,
    most: int = MOST_STATES,
    seed: int = 0,
    told: Callable[[int, int], None] = lambda heroes, states: None,
) -> dict[str, Any]:
    """The value under "book" of the document of `odds` with no paragraph. At most `most` states
    are looked at at once; where the book has more, heroes are made by dice from `seed` on and
    each one's book is solved, which `told` hears of. Raises TooManyCases, MachineError."""
    states = States(Tracer(program), (), most)
    tracer = states.tracer
    heroes = _heroes(program, most)
    if heroes <= most:
        memory, paragraph = chance_hero(program, seed)
        _worth(states, outside(program, tracer.entries[paragraph]), memory, paragraph)
    if heroes * states.count <= MOST_ABOVE * most:
        whole = _worth(states, *before_all(program), -1)
        if whole.low == whole.high and whole.random_low == whole.random_high:
            return {
                "best": whole.low,
                "random": whole.random_low,
                "states": states.count,
                "method": "exact",
                "interval": [whole.low, whole.high],
            }
    worths: list[Worth] = []
    total = 0
    with suppress(KeyboardInterrupt):
        while len(worths) < 2 or (total < ROOM * most and len(worths) < MOST_HEROES):
            memory, paragraph = chance_hero(program, seed + len(worths))
            worths.append(
                _worth(states, outside(program, tracer.entries[paragraph]), memory, paragraph)
            )
            total += states.count
            told(len(worths), total)
    if len(worths) < 2:
        raise KeyboardInterrupt
    low, high = _interval([w.low for w in worths], [w.high for w in worths])
    random, least, greatest = _by_plays(program, seed)
    return {
        "best": fmean((w.low + w.high) / 2 for w in worths),
        "random": random,
        "states": total,
        "method": "estimate",
        "interval": [low, high],
        "random_interval": [least, greatest],
        "heroes": len(worths),
        "plays": RANDOM_PLAYS,
    }


def _by_plays(program: Program, seed: int) -> tuple[float, float, float]:
    """(share of plays by chance that win, and between what the true chance lies)."""
    counted = simulate(program, RANDOM_PLAYS, seed)
    n, won = RANDOM_PLAYS, counted["endings"].get("victory", 0)
    share, spread = won / n, SURE * SURE / n
    middle = (share + spread / 2) / (1 + spread)
    half = SURE * sqrt(share * (1 - share) / n + spread / n / 4) / (1 + spread)
    return share, max(0.0, middle - half), min(1.0, middle + half)


def _heroes(program: Program, most: int) -> int:
    """How many different heroes the dice of the creation can make; one more than `most` where
    they are more."""
    tracer = Tracer(program)
    tracer.leaving = True
    states = States(tracer, range(tracer.base), most)
    try:
        states.explore(*before_all(program), -1)
    except TooManyStates:
        return most + 1
    return len(states.graph.ends)


def _worth(states: States, spot: Spot, memory: list[int], paragraph: int) -> Worth:
    """What a state is worth; bounds where there are too many states behind it."""
    cut = False
    try:
        first = states.explore(spot, memory, paragraph)
    except TooManyStates:
        cut, first = True, 0
    graph = states.graph
    if cut:
        states.close()

    def bound(unknown: float) -> tuple[float, float]:
        def worth(node: int) -> float:
            end = graph.ends.get(node)
            return unknown if end is None else float(end.kind == "victory")

        plan = best(graph, worth)
        met, _ = visits(graph, first, lambda node: range(graph.own[node]))
        ends = (node for node, kind in enumerate(graph.kinds) if kind == END)
        chance = sum(met[node] * worth(node) for node in ends)
        return min(plan.values[first], 1.0), min(chance, 1.0)

    low, random_low = bound(0.0)
    high, random_high = bound(1.0) if cut else (low, random_low)
    return Worth(low, high, random_low, random_high)


def _interval(lows: list[float], highs: list[float]) -> tuple[float, float]:
    """Where the mean over all heroes lies, by those who were looked at."""
    return (
        max(0.0, fmean(lows) - SURE * stdev(lows) / sqrt(len(lows))),
        min(1.0, fmean(highs) + SURE * stdev(highs) / sqrt(len(highs))),
    )
