"""The chance to win a whole book."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gbk.model.program import CLOSED, PARAGRAPH, Program
from gbk.odds.graph import Graph
from gbk.odds.solve import Solution, best, visits
from gbk.odds.states import MOST_STATES, States, TooManyStates
from gbk.odds.tracer import Tracer
from gbk.odds.tree import Spot


class Book:
    """The graph of all that a book may come to, from the dice of the hero's creation on.
    `first`: its first node; `whole`: nothing was left out for want of room."""

    def __init__(self, program: Program, most: int = MOST_STATES) -> None:
        tracer = Tracer(program)
        memory = [*program.start, tracer.base + 1]
        memory[PARAGRAPH] = -1
        fixed = {tracer.base: tracer.base + 1, CLOSED: 0}
        spot = Spot(0, tracer.base + 1, len(memory), tuple(sorted(fixed.items())))
        self.states = States(tracer, (), most)
        self.whole = True
        try:
            self.first = self.states.explore(spot, memory, -1)
        except TooManyStates:
            self.whole = False
            self.first = 0

    @property
    def graph(self) -> Graph:
        return self.states.graph

    def won(self, unknown: float = 0.0) -> Callable[[int], float]:
        """What each end is worth; what was left out is worth `unknown`."""
        ends = self.graph.ends
        return lambda node: float(ends[node].kind == "victory") if node in ends else unknown


def book(program: Program, most: int = MOST_STATES) -> dict[str, Any]:
    """The value under "book" of the document of `odds` with no paragraph. Raises TooManyCases,
    MachineError."""
    found = Book(program, most)
    graph = found.graph
    plan: Solution = best(graph, found.won())
    met, _ = visits(graph, found.first, lambda node: range(graph.own[node]))
    worth = found.won()
    random = sum(met[node] for node in graph.ends if worth(node))
    value = plan.values[found.first]
    return {
        "best": value,
        "random": random,
        "states": found.states.count,
        "method": "exact",
        "interval": [value, value],
    }
