"""All states that a game can come to, as a graph.

A state is where the game stands and the numbers that the rest of it looks at. Which those are
is found on the way: at first none are thought to matter, then every number that some trace reads
before it is written; until nothing is added. Two states that agree on these go the same ways.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from gbk.odds.graph import DECISION, Graph
from gbk.odds.tracer import Tracer
from gbk.odds.tree import Decision, Goal, Leaf, Node, Pending, Split, Spot, Throw, Tree

MOST_STATES = 2_000_000
Memory = list[int]


class TooManyStates(Exception):
    """More states than were allowed."""


class _Grown(Exception):
    """More numbers matter than was thought: the states are counted anew."""


@dataclass(slots=True, eq=False)
class Place:
    """A spot in a paragraph. `guards`: the slots that ways from here hang on, as bits, and
    `leaves` where they ended, so far; `live`: the slots that matter, as bits; `key` takes them
    out of a memory."""

    number: int
    paragraph: int
    tree: Tree
    guards: int = 0
    leaves: set[Leaf] = field(default_factory=set)
    live: int = 0
    key: Callable[[Memory], Any] = lambda memory: ()


class States:
    """`asked`: the slots whose numbers are wanted at the ends."""

    def __init__(self, tracer: Tracer, asked: Sequence[int] = (), most: int = MOST_STATES) -> None:
        self.tracer = tracer
        self.asked = tuple(asked)
        self.most = most
        self.graph = Graph()
        self._trees: dict[Spot, Tree] = {}
        self._places: dict[tuple[int, Spot], Place] = {}
        self._known: dict[tuple[int, Any], int] = {}
        self._queue: list[tuple[int, Place, Memory]] = []
        self._dirty = False
        self.count = 0

    def explore(self, spot: Spot, memory: Memory, paragraph: int) -> int:
        """The node of a first state; all that may follow it is in the graph then. Raises
        TooManyStates, TooManyCases, MachineError."""
        while True:
            self.graph = Graph()
            self._known.clear()
            self._queue.clear()
            first = self._state(self._place(paragraph, spot), memory)
            try:
                self._run()
            except _Grown:
                continue
            self.count = len(self._known)
            return first

    # ------------------------------------------------------------ places and what matters there

    def _place(self, paragraph: int, spot: Spot) -> Place:
        place = self._places.get((paragraph, spot))
        if place is None:
            tree = self._trees.get(spot)
            if tree is None:
                tree = self._trees[spot] = self.tracer.plant(spot)
            place = Place(len(self._places), paragraph, tree)
            self._places[paragraph, spot] = place
        return place

    def _target(self, leaf: Leaf, place: Place) -> Place:
        assert leaf.spot is not None
        return self._place(leaf.paragraph if leaf.paragraph >= 0 else place.paragraph, leaf.spot)

    def _settle(self) -> None:
        """Work out what matters where. Raises _Grown where that is more than was thought."""
        self._dirty = False
        goal = sum(1 << slot for slot in self.asked)
        grown = False
        changed = True
        while changed:
            changed = False
            for place in reversed(list(self._places.values())):
                live = place.live | place.guards
                for leaf in place.leaves:
                    wanted = goal if leaf.spot is None else self._target(leaf, place).live
                    live |= wanted & ~leaf.written
                    for slot, reads in leaf.reads.items():
                        if wanted >> slot & 1:
                            live |= reads
                if live != place.live:
                    place.live = live
                    changed = grown = True
        if grown:
            for place in self._places.values():
                place.key = _key(place.live)
                for leaf in place.leaves:
                    leaf.spread.clear()
            raise _Grown

    # ------------------------------------------------------------ states

    def _state(self, place: Place, memory: Memory) -> int:
        key = place.number, place.key(memory)
        node = self._known.get(key)
        if node is None:
            node = self._known[key] = self.graph.node()
            if len(self._known) > self.most:
                raise TooManyStates
            self._queue.append((node, place, memory))
        return node

    def _run(self) -> None:
        done = check = 0
        while self._queue:
            node, place, memory = self._queue.pop()
            self._expand(node, place, memory)
            done += 1
            if self._dirty and done >= check:
                check = done + max(200, done // 4)
                self._settle()
        if self._dirty:
            self._settle()

    def _expand(self, node: int, place: Place, memory: Memory) -> None:
        """What follows a state: throws that follow throws are one chance, and below decisions
        there are nodes of their own."""
        graph = self.graph
        root = place.tree.root
        if isinstance(root, Pending):
            root = place.tree.root = self._grown(root)
        waiting: list[tuple[int, Node, int, int]] = [(node, root, 1, 1)]
        while waiting:
            at, inner, weight, whole = waiting.pop()
            inner = self._through(inner, place, memory)
            if isinstance(inner, Throw):
                for index, (part, parts, way) in enumerate(inner.ways):
                    if isinstance(way, Pending):
                        way = self._grown(way)
                        inner.ways[index] = part, parts, way
                    waiting.append((at, way, weight * part, whole * parts))
            elif isinstance(inner, Decision):
                decision = at
                if weight != whole or graph.ways[at]:
                    decision = graph.node()
                    graph.way(at, decision, weight, whole, 0)
                graph.kinds[decision] = DECISION
                graph.own[decision] = inner.own
                for index, option in enumerate(inner.ways):
                    if isinstance(option, Pending):
                        option = inner.ways[index] = self._grown(option)
                    new = graph.node()
                    graph.ways[decision].append(new)
                    waiting.append((new, option, 1, 1))
            elif isinstance(inner, Goal):
                self._arrive(at, inner.leaf, place, memory, weight, whole, inner)
            else:
                assert isinstance(inner, Leaf)
                self._arrive(at, inner, place, memory, weight, whole, None)

    def _through(self, node: Node, place: Place, memory: Memory) -> Node:
        """Behind the splits that this state settles."""
        while isinstance(node, Split):
            slots = node.formula.slots
            if slots & ~place.guards:
                place.guards |= slots
                self._dirty = self._dirty or bool(slots & ~place.live)
            value = node.rule(memory)
            way = node.ways.get(value)
            if way is None:
                way = self._grown(self.tracer.settled(node, value))
                node.ways[value] = way
            node = way
        return node

    def _grown(self, pending: Pending) -> Node:
        node: Node = pending
        while isinstance(node, Pending):
            node = self.tracer.grow(node)
        return node

    def _arrive(
        self,
        at: int,
        leaf: Leaf,
        place: Place,
        memory: Memory,
        weight: int,
        whole: int,
        goal: Goal | None,
    ) -> None:
        """The states, or ends, at which a trace was cut."""
        graph = self.graph
        if leaf not in place.leaves:
            place.leaves.add(leaf)
            self._dirty = True
        after = memory[: leaf.size]
        after.extend([0] * (leaf.size - len(after)))
        for slot, number in leaf.numbers:
            after[slot] = number
        for slot, _, rule in leaf.formulas:
            after[slot] = rule(memory)
        target = None if goal else self._target(leaf, place)
        for part, parts, numbers in self._spread(leaf, target):
            memory_then = after
            if numbers:
                memory_then = after.copy()
                for slot, number in numbers:
                    memory_then[slot] = number
            if target is not None:
                new = self._state(target, memory_then)
            else:
                assert goal is not None
                asked = tuple(memory_then[slot] for slot in self.asked)
                new = graph.end(goal.kind, goal.outcome, asked)
            graph.way(at, new, weight * part, whole * parts, leaf.rounds)

    def _spread(
        self, leaf: Leaf, target: Place | None
    ) -> list[tuple[int, int, list[tuple[int, int]]]]:
        """(weight, of how much, (slot, number)…): the cases of chances that matter later."""
        if not leaf.chances:
            return [(1, 1, [])]
        key = -1 if target is None else target.number
        found = leaf.spread.get(key)
        if found is None:
            live = sum(1 << slot for slot in self.asked) if target is None else target.live
            found = [(1, 1, [])]
            for space, values in leaf.chances:
                wanted = [(slot, numbers) for slot, numbers in values if live >> slot & 1]
                if not wanted:
                    continue
                cases: dict[tuple[int, ...], int] = {}
                for case, weight in enumerate(space.weights):
                    row = tuple(numbers[case] for _, numbers in wanted)
                    cases[row] = cases.get(row, 0) + weight
                slots = [slot for slot, _ in wanted]
                found = [
                    (a * weight, b * space.total, [*numbers, *zip(slots, row, strict=True)])
                    for a, b, numbers in found
                    for row, weight in cases.items()
                ]
            # what does not matter still stands in the memory: any case of it will do
            leaf.spread[key] = found
        return found


def _key(live: int) -> Callable[[Memory], Any]:
    slots = [slot for slot in range(live.bit_length()) if live >> slot & 1]
    if not slots:
        return lambda memory: ()
    getter: Callable[[Memory], Any] = itemgetter(*slots)
    return getter


__all__ = ["MOST_STATES", "States", "TooManyStates"]
