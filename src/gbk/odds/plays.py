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
from gbk.odds.walks import Alike, Trees, Walk, after

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


class _Draw:
    """A walk whose ways are drawn, each as often as its chance says."""

    def __init__(self, walk: Walk) -> None:
        self.ways: list[tuple[Leaf | Goal | None, int, list[_Draw]]] = [
            (end, 0, []) for _, _, end in walk.ends
        ]
        self.ways += [
            (None, own, [_Draw(option) for option in options])
            for _, _, own, options in walk.decisions
        ]
        weights = [weight / whole for weight, whole, _ in walk.ends]
        weights += [weight / whole for weight, whole, _, _ in walk.decisions]
        self.bounds = list(accumulate(weights))

    def draw(self, chance: Random, first: bool) -> Leaf | Goal:
        """Where the trace ends; decisions on the way are by chance, or the first option."""
        ways = self.ways
        at = 0
        if len(ways) > 1:
            at = min(bisect(self.bounds, chance.random()), len(ways) - 1)
        end, own, options = ways[at]
        if end is not None:
            return end
        return options[0 if first else int(chance.random() * own)].draw(chance, first)


class _Player:
    """Plays by the trees of a program; no state is kept."""

    def __init__(self, program: Program, policy: str) -> None:
        self.first = policy == "first"
        self.trees = Trees(Tracer(program))
        self.begin, self.memory = before_all(program)
        self.entries = set(self.trees.tracer.entries)
        self.draws: dict[Spot, Alike[_Draw]] = {}

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
            found = Alike(lambda memory, met: _Draw(self.trees.walk(tree, memory, met)))
            self.draws[spot] = found
        return found

    def _play(self, chance: Random, count: Count) -> None:
        memory, draws = self.memory, self._at(self.begin)
        here, asks = -1, 0
        for _ in range(MOST_STEPS):
            end = draws.of(memory).draw(chance, self.first)
            leaf = end.leaf if isinstance(end, Goal) else end
            asks += leaf.asks
            if isinstance(end, Goal):
                count.endings[here, end.kind] += 1
                break
            if asks >= MOST_ANSWERS:
                count.unfinished += 1
                break
            assert leaf.spot is not None
            memory = after(leaf, _thrown(leaf, chance), memory)
            draws = self._at(leaf.spot)
            if leaf.spot.pc in self.entries:
                here = leaf.paragraph
                count.visits[here] += 1
        else:
            count.unfinished += 1
        count.lengths.append(asks)


def _thrown(leaf: Leaf, chance: Random) -> list[tuple[int, int]]:
    """(slot, number) for what dice left open."""
    numbers: list[tuple[int, int]] = []
    for space, values in leaf.chances:
        case = bisect(space.bounds, chance.random() * space.total)
        numbers += [(slot, row[case]) for slot, row in values]
    return numbers


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
