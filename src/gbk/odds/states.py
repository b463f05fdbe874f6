"""All states that a game can come to, as a graph.

A state is where the game stands and the numbers that the rest of it looks at. Which those are
is found on the way: at first none are thought to matter, then every number that some trace reads
before it is written; until nothing is added. Two states that agree on these go the same ways.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple

from gbk.odds.formula import rule
from gbk.odds.graph import DECISION, END, Graph
from gbk.odds.tracer import Tracer
from gbk.odds.tree import Decision, Goal, Leaf, Node, Pending, Split, Spot, Throw, Tree

MOST_STATES = 50_000
MOST_STEPS = 1_000
"""So many steps of one play by chance are looked at."""
Memory = list[int]


class TooManyStates(Exception):
    """More states than were allowed."""


class _Grown(Exception):
    """More numbers matter than was thought: the states are counted anew."""


class Arc(NamedTuple):
    """A way to a state, or to an end: its weight, of how much, and the checkpoints on it; how
    often the reader is asked on it; the place it leads to (None: an end), and what is known
    there: `key` from the memory here, and `after` the whole memory."""

    weight: tuple[int, int, int]
    asks: int
    target: Place | None
    goal: Goal | None
    key: Callable[[Memory], Any]
    after: Callable[[Memory], Memory]


@dataclass(slots=True, eq=False)
class Plan:
    """What follows a state: chances, and decisions that chances lead to (weight, of how much,
    decision)."""

    arcs: list[Arc] = field(default_factory=list)
    decisions: list[tuple[int, int, int, list[Plan]]] = field(default_factory=list)
    bounds: list[float] = field(default_factory=list)

    def draw(self, chance: Random) -> Arc | tuple[int, int, int, list[Plan]]:
        """One of the ways, each as often as its chance says."""
        first = len(self.arcs)
        if not self.bounds:
            weights = [weight / whole for weight, whole, *_ in (a.weight for a in self.arcs)]
            weights += [weight / whole for weight, whole, *_ in self.decisions]
            self.bounds = list(accumulate(weights))
        at = 0
        if len(self.bounds) > 1:
            at = min(bisect(self.bounds, chance.random()), len(self.bounds) - 1)
        return self.arcs[at] if at < first else self.decisions[at - first]


@dataclass(slots=True, eq=False)
class Place:
    """A spot in a paragraph. `guards`: the slots that ways from here hang on, as bits, and
    `leaves` where they ended, so far; `live`: the slots that matter, as bits; `key` takes them
    out of a memory. `splits`: the formulas that ways from here hang on; `signature` gives their
    values, and `plans` what follows by those. `states`: the node of each state here."""

    number: int
    paragraph: int
    tree: Tree
    guards: int = 0
    leaves: set[Leaf] = field(default_factory=set)
    live: int = 0
    slots: tuple[int, ...] = ()
    splits: dict[str, None] = field(default_factory=dict)
    signature: Callable[[Memory], Any] = lambda memory: ()
    plans: dict[Any, Plan] = field(default_factory=dict)
    states: dict[Any, int] = field(default_factory=dict)


class States:
    """`asked`: the slots whose numbers are wanted at the ends. `whole`: no states are told
    apart, but every plan keeps all of the memory, as a play needs it."""

    def __init__(
        self,
        tracer: Tracer,
        asked: Sequence[int] = (),
        most: int = MOST_STATES,
        whole: bool = False,
    ) -> None:
        self.tracer = tracer
        self.asked = tuple(asked)
        self.most = most
        self.whole = whole
        self.graph = Graph()
        self._trees: dict[Spot, Tree] = {}
        self._places: dict[tuple[int, Spot], Place] = {}
        self._queue: list[tuple[int, Place, Memory]] = []
        self._dirty = False
        self.count = 0

    def explore(self, spot: Spot, memory: Memory, paragraph: int) -> int:
        """The node of a first state; all that may follow it is in the graph then. Raises
        TooManyStates, TooManyCases, MachineError."""
        while True:
            self.graph = Graph()
            self.count = 0
            for place in self._places.values():
                place.states.clear()
            self._queue.clear()
            place = self.place(paragraph, spot)
            first = self._state(place, tuple(memory[slot] for slot in place.slots), lambda: memory)
            try:
                self._run()
            except _Grown:
                continue
            return first

    def scout(self, spot: Spot, memory: Memory, paragraph: int, plays: int) -> None:
        """Some plays by chance, to learn what matters before states are kept."""
        chance = Random(plays)
        begin = self.place(paragraph, spot)
        for _ in range(plays):
            place, now = begin, memory
            for _ in range(MOST_STEPS):
                drawn = self.plan(place, now).draw(chance)
                while not isinstance(drawn, Arc):
                    drawn = chance.choice(drawn[3]).draw(chance)
                if drawn.target is None:
                    break
                place, now = drawn.target, drawn.after(now)
        with suppress(_Grown):
            self._settle()

    def close(self) -> None:
        """After TooManyStates: nodes that nobody looked at become ends of unknown worth."""
        for node, _, _ in self._queue:
            self.graph.kinds[node] = END
        self._queue.clear()

    # ------------------------------------------------------------ places and what matters there

    def place(self, paragraph: int, spot: Spot) -> Place:
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
        return self.place(leaf.paragraph if leaf.paragraph >= 0 else place.paragraph, leaf.spot)

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
                place.slots = _slots(place.live)
                place.plans.clear()
            raise _Grown

    # ------------------------------------------------------------ states

    def _state(self, place: Place, key: Any, memory: Callable[[], Memory]) -> int:
        """The node of a new state, which waits to be looked at."""
        node = place.states[key] = self.graph.node()
        self.count += 1
        self._queue.append((node, place, memory()))
        return node

    def _run(self) -> None:
        done = 0
        check = max(1000, 8 * len(self._places))
        while self._queue:
            if self.count > self.most:
                raise TooManyStates
            self._expand(*self._queue.pop())
            done += 1
            if done >= check:
                check = done * 2
                if self._dirty:
                    self._settle()
        if self._dirty:
            self._settle()

    def _expand(self, node: int, place: Place, memory: Memory) -> None:
        self._follow(node, self.plan(place, memory), memory)

    def plan(self, place: Place, memory: Memory) -> Plan:
        """What follows a state, worked out once for all that are alike in what splits go by."""
        plan = place.plans.get(place.signature(memory))
        if plan is None:
            known = len(place.splits)
            plan = self._planned(self._root(place), place, memory)
            if len(place.splits) > known:
                place.signature = rule(f"({', '.join(place.splits)},)")
                place.plans.clear()
            place.plans[place.signature(memory)] = plan
        return plan

    def _follow(self, node: int, plan: Plan, memory: Memory) -> None:
        """Write down what follows a state."""
        graph = self.graph
        ways, weights = graph.ways[node], graph.weights[node]
        for arc in plan.arcs:
            key = arc.key(memory)
            target = arc.target
            if target is None:
                assert arc.goal is not None
                new: int | None = graph.end(arc.goal.kind, arc.goal.outcome, key)
            else:
                new = target.states.get(key)
                if new is None:
                    new = self._state(target, key, partial(arc.after, memory))
            ways.append(new)  # type: ignore[arg-type]
            weights.append(arc.weight)
        for weight, whole, own, options in plan.decisions:
            decision = node
            if weight != whole or len(plan.decisions) > 1 or plan.arcs:
                decision = graph.node()
                graph.way(node, decision, weight, whole, 0)
            graph.kinds[decision] = DECISION
            graph.own[decision] = own
            for option in options:
                new = graph.node()
                graph.ways[decision].append(new)
                self._follow(new, option, memory)

    # ------------------------------------------------------------ from trees to plans

    def _root(self, place: Place) -> Node:
        tree = place.tree
        if isinstance(tree.root, Pending):
            tree.root = self._grown(tree.root)
        return tree.root

    def _planned(self, node: Node, place: Place, memory: Memory) -> Plan:
        """What the tree says for a state: throws that follow throws are one chance, and arcs
        that are alike one arc."""
        plan = Plan()
        found: dict[tuple[Any, ...], tuple[Fraction, Callable[[Fraction], Arc]]] = {}
        waiting: list[tuple[Node, int, int]] = [(node, 1, 1)]
        while waiting:
            inner, weight, whole = waiting.pop()
            inner = self._through(inner, place, memory)
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
                    options.append(self._planned(option, place, memory))
                plan.decisions.append((weight, whole, inner.own, options))
            else:
                self._arcs(inner, place, Fraction(weight, whole), found)
        for chance, arc in found.values():
            plan.arcs.append(arc(chance))
        return plan

    def _through(self, node: Node, place: Place, memory: Memory) -> Node:
        """Behind the splits that this state settles."""
        while isinstance(node, Split):
            formula = node.formula
            if formula.source not in place.splits:
                place.splits[formula.source] = None
                place.guards |= formula.slots
                self._dirty = self._dirty or bool(formula.slots & ~place.live)
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

    def _arcs(
        self,
        end: Node,
        place: Place,
        chance: Fraction,
        found: dict[tuple[Any, ...], tuple[Fraction, Callable[[Fraction], Arc]]],
    ) -> None:
        """The arcs of a cut or an end, one for each case of the chances that still matter."""
        goal = end if isinstance(end, Goal) else None
        leaf = end.leaf if isinstance(end, Goal) else end
        assert isinstance(leaf, Leaf)
        if leaf not in place.leaves:
            place.leaves.add(leaf)
            self._dirty = True
        target = None if goal else self._target(leaf, place)
        slots: Sequence[int] = self.asked if target is None else target.slots
        if self.whole:
            slots = range(leaf.size)
        sources = {slot: str(number) for slot, number in leaf.numbers}
        sources |= {slot: formula.source for slot, formula, _ in leaf.formulas}
        for part, parts, numbers in _spread(leaf, slots):
            written = sources | {slot: str(number) for slot, number in numbers}
            row = "".join(written.get(slot, f"m[{slot}]") + ", " for slot in slots)
            name = (
                target.number if target else (goal and (goal.kind, goal.outcome)),
                row,
                leaf.rounds,
                leaf.asks,
            )
            key = rule("()" if self.whole else f"({row})")
            made = partial(_arc, leaf, target, goal, key, numbers)
            before = found[name][0] if name in found else Fraction(0)
            found[name] = before + chance * Fraction(part, parts), made


def _arc(
    leaf: Leaf,
    target: Place | None,
    goal: Goal | None,
    key: Callable[[Memory], Any],
    numbers: list[tuple[int, int]],
    chance: Fraction,
) -> Arc:
    after = partial(_after, leaf, numbers)
    weight = chance.numerator, chance.denominator, leaf.rounds
    return Arc(weight, leaf.asks, target, goal, key, after)


def _after(leaf: Leaf, numbers: list[tuple[int, int]], memory: Memory) -> Memory:
    """The memory where a trace was cut. What does not matter later may stand there as it was."""
    after = memory[: leaf.size]
    after.extend([0] * (leaf.size - len(after)))
    for slot, number in leaf.numbers:
        after[slot] = number
    for slot, _, formula in leaf.formulas:
        after[slot] = formula(memory)
    for slot, number in numbers:
        after[slot] = number
    return after


def _spread(leaf: Leaf, slots: Sequence[int]) -> list[tuple[int, int, list[tuple[int, int]]]]:
    """(weight, of how much, (slot, number)…): the cases of chances that matter later."""
    found: list[tuple[int, int, list[tuple[int, int]]]] = [(1, 1, [])]
    for space, values in leaf.chances:
        wanted = [(slot, numbers) for slot, numbers in values if slot in slots]
        if not wanted:
            continue
        cases: dict[tuple[int, ...], int] = {}
        for case, weight in enumerate(space.weights):
            row = tuple(numbers[case] for _, numbers in wanted)
            cases[row] = cases.get(row, 0) + weight
        names = [slot for slot, _ in wanted]
        found = [
            (a * weight, b * space.total, [*numbers, *zip(names, row, strict=True)])
            for a, b, numbers in found
            for row, weight in cases.items()
        ]
    return found


def _slots(live: int) -> tuple[int, ...]:
    return tuple(slot for slot in range(live.bit_length()) if live >> slot & 1)


__all__ = ["MOST_STATES", "States", "TooManyStates"]
