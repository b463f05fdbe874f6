"""The graph of what a game may come to: chances, decisions, ends."""

from __future__ import annotations

from dataclasses import dataclass, field

CHANCE, DECISION, END = range(3)


@dataclass(slots=True, eq=False)
class Graph:
    """Nodes by number. `kinds`; `ways`: the nodes that follow; `weights`: of each way of a
    chance, as (weight, of how much); `own`: how many ways of a decision are options, the others
    being the sheet's; `rounds`: checkpoints passed on each way of a chance; `ends`: by node,
    what an end is: (its kind, the outcome, the numbers that are asked for)."""

    kinds: list[int] = field(default_factory=list)
    ways: list[list[int]] = field(default_factory=list)
    weights: list[list[tuple[int, int]]] = field(default_factory=list)
    own: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    ends: dict[int, tuple[str, int, tuple[int, ...]]] = field(default_factory=dict)

    def node(self) -> int:
        """A new node: certain, with no way yet."""
        self.kinds.append(CHANCE)
        self.ways.append([])
        self.weights.append([])
        self.own.append(0)
        self.rounds.append(0)
        return len(self.kinds) - 1
