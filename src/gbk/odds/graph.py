"""The graph of what a game may come to: chances, decisions, ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

CHANCE, DECISION, END = range(3)


class End(NamedTuple):
    """`kind` of the ending, or "" for an outcome of a directive (its number), or "turn" (the
    paragraph's number); `numbers`: what was asked for."""

    kind: str
    outcome: int
    numbers: tuple[int, ...]


@dataclass(slots=True, eq=False)
class Graph:
    """Nodes by number. `kinds`; `ways`: the nodes that follow; `weights`: of each way of a
    chance, as (weight, of how much, checkpoints on the way); `own`: how many ways of a decision
    are options, the others being the sheet's; `ends`: what each end is."""

    kinds: list[int] = field(default_factory=list)
    ways: list[list[int]] = field(default_factory=list)
    weights: list[list[tuple[int, int, int]]] = field(default_factory=list)
    own: list[int] = field(default_factory=list)
    ends: dict[int, End] = field(default_factory=dict)
    _ends: dict[End, int] = field(default_factory=dict)

    def node(self) -> int:
        """A new node: a chance with no way yet."""
        self.kinds.append(CHANCE)
        self.ways.append([])
        self.weights.append([])
        self.own.append(0)
        return len(self.kinds) - 1

    def end(self, kind: str, outcome: int, numbers: tuple[int, ...]) -> int:
        """The node of an end; ends that are alike are one."""
        end = End(kind, outcome, numbers)
        node = self._ends.get(end)
        if node is None:
            node = self._ends[end] = self.node()
            self.kinds[node] = END
            self.ends[node] = end
        return node

    def way(self, at: int, to: int, weight: int, whole: int, rounds: int) -> None:
        """One more way of a chance."""
        self.ways[at].append(to)
        self.weights[at].append((weight, whole, rounds))
