"""All states that a game can come to, as a graph.

A state is where the game stands and the numbers that the rest of it looks at. Which those are
is found on the way: at first none are thought to matter, then every number that some trace reads
before it is written; until nothing is added. Two states that agree on these go the same ways.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from gbk.odds.formula import rule
from gbk.odds.graph import DECISION, END, Graph
from gbk.odds.tracer import Tracer
from gbk.odds.tree import Goal, Leaf, Split, Spot, Tree
from gbk.odds.walks import Alike, Memory, Trees, Walk, after

MOST_STATES = 50_000


class TooManyStates(Exception):
    """More states than were allowed."""


class _Grown(Exception):
    """More numbers matter than was thought: the states are counted anew."""


class Arc(NamedTuple):
    """A way to a state, or to an end: its weight, of how much, and the checkpoints on it; the
    place it leads to (None: an end), and what is known there: `key` from the memory here, and
    `then` the whole memory."""

    weight: tuple[int, int, int]
    target: Place | None
    goal: Goal | None
    key: Callable[[Memory], Any]
    then: Callable[[Memory], Memory]


@dataclass(slots=True, eq=False)
class Plan:
    """What follows a state: chances, and decisions that chances lead to (weight, of how much,
    decision)."""

    arcs: list[Arc] = field(default_factory=list)
    decisions: list[tuple[int, int, int, list[Plan]]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Place:
    """A spot in a paragraph. `guards`: the slots that ways from here hang on, as bits, and
    `leaves` where they ended, so far; `live`: the slots that matter, as bits, and `slots` one by
    one; `plans`: what follows; `states`: the node of each state here."""

    number: int
    paragraph: int
    tree: Tree
    plans: Alike[Plan]
    guards: int = 0
    leaves: set[Leaf] = field(default_factory=set)
    live: int = 0
    slots: tuple[int, ...] = ()
    states: dict[Any, int] = field(default_factory=dict)


class States:
    """`asked`: the slots whose numbers are wanted at the ends."""

    def __init__(self, tracer: Tracer, asked: Sequence[int] = (), most: int = MOST_STATES) -> None:
        self.tracer = tracer
        self.asked = tuple(asked)
        self.most = most
        self.count = 0
        self.graph = Graph()
        self._trees = Trees(tracer)
        self._places: dict[tuple[int, Spot], Place] = {}
        self._queue: list[tuple[int, Place, Memory]] = []
        self._dirty = False

    def explore(self, spot: Spot, memory: Memory, paragraph: int) -> int:
        """The node of a first state; all that may follow it is in the graph then. Raises
        TooManyStates, TooManyCases, MachineError."""
        while True:
            self.graph = Graph()
            self.count = 0
            for place in self._places.values():
                place.states.clear()
            self._queue.clear()
            place = self._place(paragraph, spot)
            first = self._state(place, tuple(memory[slot] for slot in place.slots), lambda: memory)
            try:
                self._run()
            except _Grown:
                continue
            return first

    def close(self) -> None:
        """After TooManyStates: nodes that nobody looked at become ends of unknown worth."""
        for node, _, _ in self._queue:
            self.graph.kinds[node] = END
        self._queue.clear()

    # ------------------------------------------------------------ places and what matters there

    def _place(self, paragraph: int, spot: Spot) -> Place:
        place = self._places.get((paragraph, spot))
        if place is None:
            tree = self._trees.tree(spot)

            def make(memory: Memory, met: Callable[[Split], None]) -> Plan:
                def seen(split: Split) -> None:
                    met(split)
                    self._guarded(made, split.formula.slots)

                return self._plan(self._trees.walk(tree, memory, seen), made)

            made = place = Place(len(self._places), paragraph, tree, Alike(make))
            self._places[paragraph, spot] = place
        return place

    def _guarded(self, place: Place, slots: int) -> None:
        if slots & ~place.guards:
            place.guards |= slots
            self._dirty = self._dirty or bool(slots & ~place.live)

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
                place.slots = _slots(place.live)
                place.plans.forget()
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
        self._follow(node, place.plans.of(memory), memory)

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
                    new = self._state(target, key, partial(arc.then, memory))
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

    def _plan(self, walk: Walk, place: Place) -> Plan:
        """A walk with the states that it leads to; arcs that are alike are one."""
        plan = Plan()
        found: dict[tuple[Any, ...], tuple[Fraction, Callable[[Fraction], Arc]]] = {}
        for weight, whole, end in walk.ends:
            self._arcs(end, place, Fraction(weight, whole), found)
        for chance, arc in found.values():
            plan.arcs.append(arc(chance))
        for weight, whole, own, options in walk.decisions:
            plan.decisions.append(
                (weight, whole, own, [self._plan(option, place) for option in options])
            )
        return plan

    def _arcs(
        self,
        end: Leaf | Goal,
        place: Place,
        chance: Fraction,
        found: dict[tuple[Any, ...], tuple[Fraction, Callable[[Fraction], Arc]]],
    ) -> None:
        """The arcs of a cut or an end, one for each case of the chances that still matter."""
        goal = end if isinstance(end, Goal) else None
        leaf = end.leaf if isinstance(end, Goal) else end
        if leaf not in place.leaves:
            place.leaves.add(leaf)
            self._dirty = True
        target = None if goal else self._target(leaf, place)
        slots = self.asked if target is None else target.slots
        sources = {slot: str(number) for slot, number in leaf.numbers}
        sources |= {slot: formula.source for slot, formula, _ in leaf.formulas}
        for part, parts, numbers in _spread(leaf, slots):
            written = sources | {slot: str(number) for slot, number in numbers}
            row = "".join(written.get(slot, f"m[{slot}]") + ", " for slot in slots)
            name = (
                target.number if target else (goal and (goal.kind, goal.outcome)),
                row,
                leaf.rounds,
            )
            made = partial(_arc, leaf, target, goal, rule(f"({row})"), numbers)
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
    weight = chance.numerator, chance.denominator, leaf.rounds
    return Arc(weight, target, goal, key, partial(after, leaf, numbers))


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
