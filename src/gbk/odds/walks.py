"""What follows a state: the way through the tree of its spot, taken once for all states alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from gbk.odds.formula import rule
from gbk.odds.tracer import Tracer
from gbk.odds.tree import Decision, Goal, Leaf, Node, Pending, Split, Spot, Throw, Tree

Memory = list[int]
T = TypeVar("T")


@dataclass(slots=True, eq=False)
class Walk:
    """`ends`: (weight, of how much, where the trace ends); `decisions`: (weight, of how much, how
    many ways are options, the ways), of which one is taken where it is not an end."""

    ends: list[tuple[int, int, Leaf | Goal]] = field(default_factory=list)
    decisions: list[tuple[int, int, int, list[Walk]]] = field(default_factory=list)


class Trees:
    """The trees of a program, by spot; they grow as they are walked."""

    def __init__(self, tracer: Tracer) -> None:
        self.tracer = tracer
        self._trees: dict[Spot, Tree] = {}

    def tree(self, spot: Spot) -> Tree:
        found = self._trees.get(spot)
        if found is None:
            found = self._trees[spot] = self.tracer.plant(spot)
        return found

    def walk(self, tree: Tree, memory: Memory, met: Callable[[Split], None]) -> Walk:
        """What follows a state: throws that follow throws are one chance. `met` hears of each
        split on the way."""
        if isinstance(tree.root, Pending):
            tree.root = self._grown(tree.root)
        return self._walk(tree.root, memory, met)

    def _walk(self, node: Node, memory: Memory, met: Callable[[Split], None]) -> Walk:
        walk = Walk()
        waiting: list[tuple[Node, int, int]] = [(node, 1, 1)]
        while waiting:
            inner, weight, whole = waiting.pop()
            while isinstance(inner, Split):
                met(inner)
                value = inner.rule(memory)
                way = inner.ways.get(value)
                if way is None:
                    way = inner.ways[value] = self._grown(self.tracer.settled(inner, value))
                inner = way
            if isinstance(inner, Throw):
                for index, (part, parts, way) in enumerate(inner.ways):
                    if isinstance(way, Pending):
                        way = self._grown(way)
                        inner.ways[index] = part, parts, way
                    waiting.append((way, weight * part, whole * parts))
            elif isinstance(inner, Decision):
                options = []
                for index, option in enumerate(inner.ways):
                    if isinstance(option, Pending):
                        option = inner.ways[index] = self._grown(option)
                    options.append(self._walk(option, memory, met))
                walk.decisions.append((weight, whole, inner.own, options))
            else:
                assert isinstance(inner, Leaf | Goal)
                walk.ends.append((weight, whole, inner))
        return walk

    def _grown(self, pending: Pending) -> Node:
        node: Node = pending
        while isinstance(node, Pending):
            node = self.tracer.grow(node)
        return node


class Alike(Generic[T]):
    """What is worked out once for all states of a spot that are alike in the formulas that its
    splits go by. `make` works it out, and says which splits it met."""

    def __init__(self, make: Callable[[Memory, Callable[[Split], None]], T]) -> None:
        self.make = make
        self._splits: dict[str, None] = {}
        self._signature: Callable[[Memory], Any] = lambda memory: ()
        self._known: dict[Any, T] = {}

    def of(self, memory: Memory) -> T:
        found = self._known.get(self._signature(memory))
        if found is None:
            known = len(self._splits)
            found = self.make(memory, self._met)
            if len(self._splits) > known:
                self._signature = rule(f"({', '.join(self._splits)},)")
                self._known.clear()
            self._known[self._signature(memory)] = found
        return found

    def forget(self) -> None:
        self._known.clear()

    def _met(self, split: Split) -> None:
        self._splits[split.formula.source] = None


def after(leaf: Leaf, numbers: list[tuple[int, int]], memory: Memory) -> Memory:
    """The memory where a trace was cut, with these (slot, number) for its chances. What does not
    matter later may stand there as it was."""
    then = memory[: leaf.size]
    then.extend([0] * (leaf.size - len(then)))
    for slot, number in leaf.numbers:
        then[slot] = number
    for slot, _, formula in leaf.formulas:
        then[slot] = formula(memory)
    for slot, number in numbers:
        then[slot] = number
    return then
