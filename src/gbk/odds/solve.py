"""Chances of a graph: what each node is worth under best play, first options, or chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from gbk.odds.components import components
from gbk.odds.graph import CHANCE, DECISION, END, Graph

Number = Any
"""float or Fraction; all of one solution are of one kind."""

CLOSE = 1e-15
MOST_DIRECT = 400
"""A cycle of so many states is solved directly, a longer one step by step."""


Policy = Callable[[int], Sequence[int]]
"""The ways that a decision may take, each alike."""


class Solution:
    """`values` by node; `choices`: for each decision the way that best play takes."""

    def __init__(self, graph: Graph, worth: Callable[[int], Number], exact: bool) -> None:
        self.graph = graph
        self.worth = worth
        self.exact = exact
        self.zero: Number = Fraction(0) if exact else 0.0
        self.values: list[Number] = [self.zero] * len(graph.kinds)
        self.choices: dict[int, int] = {}

    def number(self, weight: int, whole: int) -> Number:
        return Fraction(weight, whole) if self.exact else weight / whole


def best(graph: Graph, worth: Callable[[int], Number], exact: bool = False) -> Solution:
    """The greatest chance: `worth` gives the value of each end."""
    solution = Solution(graph, worth, exact)
    for component in components(graph.ways):
        if len(component) == 1 and component[0] not in graph.ways[component[0]]:
            _one(solution, component[0])
        else:
            _best_of_cycle(solution, component)
    return solution


def visits(
    graph: Graph, first: int, policy: Policy, exact: bool = False
) -> tuple[list[Number], Number]:
    """How often each node is come to on average, from the first one on, and how many
    checkpoints are passed. A decision takes each of the ways that `policy` names alike. What is
    never left again once it is come to counts 0."""
    solution = Solution(graph, lambda node: 0, exact)
    rows = _Rows(solution, policy)
    zero = solution.zero
    met = solution.values
    coming: dict[int, Number] = {first: zero + 1}
    rounds = zero
    for component in reversed(list(components(graph.ways))):
        if not any(node in coming for node in component):
            continue
        inside = set(component)
        onward: dict[int, dict[int, Number]] = {}
        back: dict[int, dict[int, Number]] = {node: {} for node in component}
        for node in component:
            onward[node] = rows.of(node)
            for way, p in onward[node].items():
                if way in inside:
                    back[way][node] = p
        starts = {node: coming.get(node, zero) for node in component}
        if len(component) == 1 and component[0] not in onward[component[0]]:
            met[component[0]] = starts[component[0]]
        else:
            _visits_of_cycle(solution, component, onward, back, starts)
        for node in component:
            if met[node]:
                rounds += met[node] * rows.rounds(node)
                for way, p in onward[node].items():
                    if way not in inside:
                        coming[way] = coming.get(way, zero) + met[node] * p
    return met, rounds


def _visits_of_cycle(
    solution: Solution,
    component: list[int],
    onward: dict[int, dict[int, Number]],
    back: dict[int, dict[int, Number]],
    starts: dict[int, Number],
) -> None:
    """Under a policy a component may fall into parts; those that lead to others come first."""
    inside = set(component)
    order = list(components([[w for w in onward[n] if w in inside] for n in component], component))
    for part in reversed(order):
        own = set(part)
        stays = all(way in own for node in part for way in onward[node])
        for node in part:
            for before in list(back[node]):
                if before not in own:
                    starts[node] += solution.values[before] * back[node].pop(before)
        if not stays:
            _solve(part, back, starts, solution)


def _one(solution: Solution, node: int) -> None:
    graph, values = solution.graph, solution.values
    kind = graph.kinds[node]
    if kind == END:
        values[node] = solution.worth(node)
    elif kind == DECISION:
        way = max(range(len(graph.ways[node])), key=lambda i: values[graph.ways[node][i]])
        solution.choices[node] = way
        values[node] = values[graph.ways[node][way]]
    else:
        values[node] = sum(
            (
                solution.number(weight, whole) * values[way]
                for way, (weight, whole, _) in zip(
                    graph.ways[node], graph.weights[node], strict=True
                )
            ),
            solution.zero,
        )


def _best_of_cycle(solution: Solution, component: list[int]) -> None:
    """Better decisions until there are none: then the value is the least that no decision can
    better, which is the greatest chance."""
    graph, values = solution.graph, solution.values
    decisions = [node for node in component if graph.kinds[node] == DECISION]
    _first_guess(solution, component)
    for node in decisions:
        ways = graph.ways[node]
        solution.choices[node] = max(range(len(ways)), key=lambda i: values[ways[i]])
    rows = _Rows(solution, lambda node: [solution.choices[node]])
    slack = 0 if solution.exact else 1e-13
    for _ in range(1000):
        rows.cycle(component)
        better = False
        for node in decisions:
            ways = graph.ways[node]
            now = values[ways[solution.choices[node]]]
            way = max(range(len(ways)), key=lambda i: values[ways[i]])
            if values[ways[way]] > now + slack:
                solution.choices[node] = way
                better = True
        if not better:
            return


def _first_guess(solution: Solution, component: list[int]) -> None:
    """Some rounds of what is certain so far, from which the first decisions follow."""
    for _ in range(min(30, 2 + len(component) // 50)):
        for node in component:
            _one(solution, node)


class _Rows:
    """A graph under a policy as linear equations: the value of a node is the sum of p · value
    over the nodes that follow."""

    def __init__(self, solution: Solution, policy: Policy) -> None:
        self.solution = solution
        self.policy = policy

    def of(self, node: int) -> dict[int, Number]:
        """The chance of each node that follows."""
        solution, graph = self.solution, self.solution.graph
        ways, row = graph.ways[node], dict[int, Number]()
        if graph.kinds[node] == CHANCE:
            for way, (weight, whole, _) in zip(ways, graph.weights[node], strict=True):
                row[way] = row.get(way, solution.zero) + solution.number(weight, whole)
        elif graph.kinds[node] == DECISION:
            taken = self.policy(node)
            share = solution.number(1, len(taken))
            for index in taken:
                row[ways[index]] = row.get(ways[index], solution.zero) + share
        return row

    def rounds(self, node: int) -> Number:
        """The checkpoints on the way from a node, on average."""
        return sum(
            (
                self.solution.number(weight * rounds, whole)
                for weight, whole, rounds in self.solution.graph.weights[node]
                if rounds
            ),
            self.solution.zero,
        )

    def cycle(self, component: list[int]) -> None:
        """Solve the equations of a strongly connected component; what it never leaves is 0."""
        inside = set(component)
        rows: dict[int, dict[int, Number]] = {}
        constants: dict[int, Number] = {}
        values = self.solution.values
        for node in component:
            rows[node], constants[node] = self.of(node), self.solution.zero
            for way in list(rows[node]):
                if way not in inside:
                    constants[node] += rows[node].pop(way) * values[way]
        for part in components([[*rows[node]] for node in component], component):
            own = set(part)
            leaves = False
            for node in part:
                for way in list(rows[node]):
                    if way not in own:
                        constants[node] += rows[node].pop(way) * values[way]
                leaves = leaves or bool(constants[node])
            if leaves:
                _solve(part, rows, constants, self.solution)
            else:
                for node in part:
                    values[node] = self.solution.zero


def _solve(
    part: list[int],
    rows: dict[int, dict[int, Number]],
    constants: dict[int, Number],
    solution: Solution,
) -> None:
    """value = constant + the sum of p · value over the row, for each node of the part."""
    if len(part) <= MOST_DIRECT or solution.exact:
        _eliminate(part, rows, constants, solution.values, solution.zero)
    else:
        _relax(part, rows, constants, solution.values)


def _eliminate(
    part: list[int],
    rows: dict[int, dict[int, Number]],
    constants: dict[int, Number],
    values: list[Number],
    zero: Number,
) -> None:
    """Put each unknown into the others in turn, the least connected first."""
    users: dict[int, set[int]] = {node: set() for node in part}
    for node in part:
        for way in rows[node]:
            users[way].add(node)
    order = []
    left = set(part)
    while left:
        node = min(left, key=lambda n: len(rows[n]) * len(users[n]))
        left.discard(node)
        order.append(node)
        row = rows[node]
        own = row.pop(node, zero)
        users[node].discard(node)
        scale = 1 / (1 - own) if own != 1 else zero
        if own:
            for way in row:
                row[way] *= scale
            constants[node] *= scale
        for user in users[node]:
            if user not in left:
                continue
            factor = rows[user].pop(node, None)
            if factor is None:
                continue
            constants[user] += factor * constants[node]
            target = rows[user]
            for way, p in row.items():
                target[way] = target.get(way, zero) + factor * p
                users[way].add(user)
        for way in row:
            users[way].discard(node)
    for node in reversed(order):
        values[node] = constants[node] + sum(
            (p * values[way] for way, p in rows[node].items()), zero
        )


def _relax(
    part: list[int],
    rows: dict[int, dict[int, Number]],
    constants: dict[int, Number],
    values: list[Number],
) -> None:
    """Better and better values, until nothing changes that a float can hold."""
    flat = []
    for node in part:
        own = rows[node].pop(node, 0.0)
        scale = 1.0 / (1.0 - own)
        flat.append(
            (node, constants[node] * scale, [(way, p * scale) for way, p in rows[node].items()])
        )
    for _ in range(1_000_000):
        worst = 0.0
        for node, constant, row in flat:
            value = constant
            for way, p in row:
                value += p * values[way]
            change = abs(value - values[node])
            if change > worst:
                worst = change
            values[node] = value
        if worst <= CLOSE:
            return
