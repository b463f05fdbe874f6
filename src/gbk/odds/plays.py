"""Many plays of a program, counted."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import accumulate
from random import Random
from typing import Any

from gbk.model.program import Program
from gbk.odds.places import before_all
from gbk.odds.tracer import Tracer
from gbk.odds.tree import Goal, Leaf, Spot
from gbk.odds.walks import Alike, Trees, Walk

BLOCK = 500
"""Plays of one block share their dice: the n-th block's are seeded by the seed and n."""
MOST_ANSWERS = 2000
MOST_STEPS = 10_000
FEW = 4 * BLOCK
"""So few plays are not worth a second process."""


@dataclass(slots=True)
class Count:
    """What plays came to: (paragraph, kind) of their endings, arrivals by paragraph, how many
    choices each had, and how many were given up."""

    endings: Counter[tuple[int, str]] = field(default_factory=Counter)
    visits: Counter[int] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    unfinished: int = 0

    def add(self, other: Count) -> None:
        self.endings.update(other.endings)
        self.visits.update(other.visits)
        self.lengths += other.lengths
        self.unfinished += other.unfinished


def simulate(
    program: Program,
    plays: int,
    seed: int,
    policy: str = "random",
    told: Callable[[int], None] = lambda done: None,
    cores: int | None = 1,
) -> dict[str, Any]:
    """Play so many times. `policy`: "random", each option alike, or "first". The answer is the
    document of `simulate --format json`; it is the same for a seed whatever the `cores` (None:
    all there are). `told` hears how many plays are done. Raises TooManyCases, MachineError."""
    blocks = [(number, min(BLOCK, plays - number * BLOCK)) for number in range(-(-plays // BLOCK))]
    count = Count()
    for part in _counts(program, blocks, seed, policy, 1 if plays <= FEW else cores):
        count.add(part)
        told(len(count.lengths))
    return _document(program, plays, count)


def _counts(
    program: Program, blocks: list[tuple[int, int]], seed: int, policy: str, cores: int | None
) -> Any:
    """The count of each block, in order."""
    if cores == 1:
        player = _Player(program, policy)
        return (player.block(seed, *block) for block in blocks)
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(cores, None, _begin, (program, policy)) as pool:
        return list(pool.map(_block, ((seed, *block) for block in blocks)))


_players: list[_Player] = []


def _begin(program: Program, policy: str) -> None:
    _players[:] = [_Player(program, policy)]


def _block(task: tuple[int, int, int]) -> Count:
    return _players[0].block(*task)


class _Stop:
    """Where a trace ends, as a play needs it. `kind` of the ending, "" where the play goes on:
    with `draws`, in `paragraph` where one is come to, else -1."""

    __slots__ = ("asks", "draws", "kind", "leaf", "paragraph")

    def __init__(self, end: Leaf | Goal) -> None:
        self.leaf = end.leaf if isinstance(end, Goal) else end
        self.kind = end.kind if isinstance(end, Goal) else ""
        self.asks = self.leaf.asks
        self.draws: Alike[_Draw] | None = None
        self.paragraph = -1

    def change(self, memory: list[int], chance: Random) -> None:
        """Make a memory what it is where the trace was cut."""
        leaf = self.leaf
        values = [(slot, formula(memory)) for slot, _, formula in leaf.formulas]
        if len(memory) != leaf.size:
            del memory[leaf.size :]
            memory.extend([0] * (leaf.size - len(memory)))
        for slot, number in leaf.numbers:
            memory[slot] = number
        for slot, number in values:
            memory[slot] = number
        for space, rows in leaf.chances:
            case = bisect(space.bounds, chance.random() * space.total)
            for slot, row in rows:
                memory[slot] = row[case]


class _Draw:
    """A walk whose ways are drawn, each as often as its chance says."""

    __slots__ = ("bounds", "decisions", "last", "stops")

    def __init__(self, walk: Walk, stop: Callable[[Leaf | Goal], _Stop]) -> None:
        self.stops = [stop(end) for _, _, end in walk.ends]
        self.decisions = [
            (own, [_Draw(option, stop) for option in options])
            for _, _, own, options in walk.decisions
        ]
        weights = [weight / whole for weight, whole, _ in walk.ends]
        weights += [weight / whole for weight, whole, _, _ in walk.decisions]
        self.bounds = list(accumulate(weights))
        self.last = len(weights) - 1


class _Player:
    """Plays by the trees of a program; no state is kept."""

    def __init__(self, program: Program, policy: str) -> None:
        self.first = policy == "first"
        self.trees = Trees(Tracer(program))
        spot, self.memory = before_all(program)
        self.entries = set(self.trees.tracer.entries)
        self.draws: dict[Spot, Alike[_Draw]] = {}
        self.stops: dict[Leaf | Goal, _Stop] = {}
        self.begin = self._at(spot)

    def block(self, seed: int, number: int, plays: int) -> Count:
        chance = Random(f"{seed} {number}")
        count = Count()
        for _ in range(plays):
            self._play(chance, count)
        return count

    def _at(self, spot: Spot) -> Alike[_Draw]:
        found = self.draws.get(spot)
        if found is None:
            tree = self.trees.tree(spot)
            found = Alike(lambda memory, met: _Draw(self.trees.walk(tree, memory, met), self._stop))
            self.draws[spot] = found
        return found

    def _stop(self, end: Leaf | Goal) -> _Stop:
        stop = self.stops.get(end)
        if stop is None:
            stop = self.stops[end] = _Stop(end)
            spot = stop.leaf.spot
            if spot is not None:
                stop.draws = self._at(spot)
                if spot.pc in self.entries:
                    stop.paragraph = stop.leaf.paragraph
        return stop

    def _play(self, chance: Random, count: Count) -> None:
        memory, draws = self.memory.copy(), self.begin
        here, asks = -1, 0
        throw, first, visits = chance.random, self.first, count.visits
        for _ in range(MOST_STEPS):
            draw = draws.of(memory)
            while True:
                at = 0
                if draw.last:
                    at = min(bisect(draw.bounds, throw()), draw.last)
                if at < len(draw.stops):
                    break
                own, options = draw.decisions[at - len(draw.stops)]
                draw = options[0 if first else int(throw() * own)]
            stop = draw.stops[at]
            asks += stop.asks
            if stop.draws is None:
                count.endings[here, stop.kind] += 1
                break
            if asks >= MOST_ANSWERS:
                count.unfinished += 1
                break
            stop.change(memory, chance)
            draws = stop.draws
            if stop.paragraph >= 0:
                here = stop.paragraph
                visits[here] += 1
        else:
            count.unfinished += 1
        count.lengths.append(asks)


def _document(program: Program, plays: int, count: Count) -> dict[str, Any]:
    kinds: Counter[str] = Counter()
    for (_, kind), number in count.endings.items():
        kinds[kind] += number
    lengths = sorted(count.lengths)
    own = [n for n, p in enumerate(program.paragraphs) if p.parent < 0]
    names = {n: program.paragraphs[n].name for n in own}
    return {
        "plays": plays,
        "endings": dict(kinds),
        "by_ending": [
            {"paragraph": program.paragraphs[paragraph].name, "kind": kind, "count": number}
            for (paragraph, kind), number in count.endings.most_common()
        ],
        "paragraphs": {names[n]: count.visits[n] for n in own if count.visits[n]},
        "never_visited": [names[n] for n in own if not count.visits[n]],
        "unfinished": count.unfinished,
        "length": {
            "mean": sum(lengths) / plays,
            "p50": lengths[plays // 2],
            "p95": lengths[min(plays - 1, plays * 95 // 100)],
            "max": lengths[-1],
        },
    }
