"""Many plays of a program, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from gbk.model.program import Program
from gbk.odds.places import before_all
from gbk.odds.states import Arc, Place, States
from gbk.odds.tracer import Tracer

BLOCK = 500
"""Plays of one block share their dice: the n-th block's are seeded by the seed and n."""
MOST_ANSWERS = 2000
MOST_STEPS = 100_000
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


class _Player:
    """Plays by the plans of states, without keeping any state."""

    def __init__(self, program: Program, policy: str) -> None:
        self.first = policy == "first"
        self.states = States(Tracer(program), whole=True)
        spot, self.memory = before_all(program)
        self.start = self.states.place(-1, spot)
        self.entries = set(self.states.tracer.entries)

    def block(self, seed: int, number: int, plays: int) -> Count:
        chance = Random(f"{seed} {number}")
        count = Count()
        for _ in range(plays):
            self._play(chance, count)
        return count

    def _play(self, chance: Random, count: Count) -> None:
        place: Place = self.start
        memory = self.memory
        here, asks = -1, 0
        plan = self.states.plan
        for _ in range(MOST_STEPS):
            drawn = plan(place, memory).draw(chance)
            while not isinstance(drawn, Arc):
                own, options = drawn[2], drawn[3]
                drawn = options[0 if self.first else int(chance.random() * own)].draw(chance)
            asks += drawn.asks
            if drawn.target is None:
                assert drawn.goal is not None
                count.endings[here, drawn.goal.kind] += 1
                break
            if asks >= MOST_ANSWERS:
                count.unfinished += 1
                break
            memory = drawn.after(memory)
            place = drawn.target
            if place.tree.spot.pc in self.entries:
                here = place.paragraph
                count.visits[here] += 1
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
