"""Chances of a graph: what each node is worth under best play, first options, or chance."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from gbk.odds.components import components
from gbk.odds.graph import CHANCE, DECISION, END, Graph

Number = Any
"""float or Fraction; all of one solution are of one kind."""

CLOSE = 1e-15
MOST_DIRECT = 400
"""A cycle of so many states is solved directly, a longer one step by step."""


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


def fixed(
    graph: Graph,
    worth: Callable[[int], Number],
    policy: Callable[[int], list[int]],
    exact: bool = False,
    reward: Callable[[int], Number] | None = None,
) -> Solution:
    """The expected value where a decision takes each of the ways that `policy` names alike.
    `reward` is had at each node on the way, besides what the ends are worth."""
    solution = Solution(graph, worth, exact)
    rows = _Rows(solution, policy, reward)
    for component in components(graph.ways):
        if len(component) == 1 and component[0] not in graph.ways[component[0]]:
            node = component[0]
            if graph.kinds[node] == END:
                solution.values[node] = worth(node)
            else:
                row, constant = rows.of(node)
                values = solution.values
                solution.values[node] = constant + sum(
                    (p * values[way] for way, p in row), solution.zero
                )
        else:
            rows.cycle(component)
    return solution


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
                for way, (weight, whole) in zip(graph.ways[node], graph.weights[node], strict=True)
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
    rows = _Rows(solution, lambda node: [solution.choices[node]], None)
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
    for _ in range(3 if solution.exact else 30):
        for node in component:
            _one(solution, node)


class _Rows:
    """A graph under a policy as linear equations: value = constant + sum of p · value."""

    def __init__(
        self,
        solution: Solution,
        policy: Callable[[int], list[int]],
        reward: Callable[[int], Number] | None,
    ) -> None:
        self.solution = solution
        self.policy = policy
        self.reward = reward

    def of(self, node: int) -> tuple[list[tuple[int, Number]], Number]:
        solution, graph = self.solution, self.solution.graph
        constant = self.reward(node) if self.reward else solution.zero
        ways = graph.ways[node]
        if graph.kinds[node] == CHANCE:
            return [
                (way, solution.number(weight, whole))
                for way, (weight, whole) in zip(ways, graph.weights[node], strict=True)
            ], constant
        taken = self.policy(node)
        share = solution.number(1, len(taken))
        return [(ways[index], share) for index in taken], constant

    def cycle(self, component: list[int]) -> None:
        """Solve the equations of a strongly connected component; what it never leaves is 0."""
        inside = set(component)
        rows: dict[int, dict[int, Number]] = {}
        constants: dict[int, Number] = {}
        values = self.solution.values
        for node in component:
            row, constant = self.of(node)
            inner: dict[int, Number] = {}
            for way, p in row:
                if way in inside:
                    inner[way] = inner.get(way, self.solution.zero) + p
                else:
                    constant += p * values[way]
            rows[node], constants[node] = inner, constant
        for part in components([[*rows[node]] for node in component], component):
            self._part(part, rows, constants)

    def _part(
        self,
        part: list[int],
        rows: dict[int, dict[int, Number]],
        constants: dict[int, Number],
    ) -> None:
        """A part of a component that the policy leaves connected; what follows it is known."""
        values, zero = self.solution.values, self.solution.zero
        inside = set(part)
        leaves = False
        for node in part:
            for way, p in list(rows[node].items()):
                if way not in inside:
                    constants[node] += p * values[way]
                    del rows[node][way]
                    leaves = True
            leaves = leaves or bool(constants[node]) or sum(rows[node].values()) < 1
        if not leaves:
            for node in part:
                values[node] = zero
        elif len(part) <= MOST_DIRECT or self.solution.exact:
            _eliminate(part, rows, constants, values, zero)
        else:
            _relax(part, rows, constants, values)


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
