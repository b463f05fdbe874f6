"""Numbers that are not certain yet: what dice may have thrown.

A `Space` is one throw, or several that have been looked at together: its cases have whole
weights. A `Chance` is a number that depends on a space: its value in each case. Spaces of one
state are independent of each other; a case that is ruled out takes its weight with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate, product
from typing import NamedTuple

MOST_CASES = 200_000


class TooManyCases(Exception):
    """Dice that fall in more ways than can be looked at."""


class Space:
    """`weights`: how many throws each case stands for; `total`: of all."""

    __slots__ = ("_bounds", "total", "weights")

    def __init__(self, weights: Sequence[int]) -> None:
        self.weights = tuple(weights)
        self.total = sum(weights)
        self._bounds: list[int] = []

    @property
    def bounds(self) -> list[int]:
        """Below which number of all throws each case ends."""
        if not self._bounds:
            self._bounds = list(accumulate(self.weights))
        return self._bounds


class Chance:
    """A number for each case of a space."""

    __slots__ = ("space", "values")

    def __init__(self, space: Space, values: Sequence[int]) -> None:
        self.space = space
        self.values = tuple(values)

    def map(self, operation: Callable[[int], int]) -> Chance | int:
        return lean(self.space, [operation(value) for value in self.values])


def lean(space: Space, values: list[int]) -> Chance | int:
    """A chance, or the number where it is the same in every case."""
    first = values[0]
    return first if all(value == first for value in values) else Chance(space, values)


class Part(NamedTuple):
    """Some cases of a space: what is left of it, and which cases those are."""

    value: int
    space: Space
    kept: tuple[int, ...]


def parts(chance: Chance) -> list[Part]:
    """The cases of a chance by its value, the least first."""
    cases: dict[int, list[int]] = {}
    for case, value in enumerate(chance.values):
        cases.setdefault(value, []).append(case)
    weights = chance.space.weights
    return [
        Part(value, Space([weights[case] for case in kept]), tuple(kept))
        for value, kept in sorted(cases.items())
    ]


def together(a: Space, b: Space) -> tuple[Space, list[int], list[int]]:
    """Two independent spaces as one, and the case of each in every case of that."""
    if len(a.weights) * len(b.weights) > MOST_CASES:
        raise TooManyCases
    pairs = list(product(range(len(a.weights)), range(len(b.weights))))
    space = Space([a.weights[i] * b.weights[j] for i, j in pairs])
    return space, [i for i, _ in pairs], [j for _, j in pairs]


@cache
def _throws(count: int, sides: int) -> tuple[int, ...]:
    """How many of all throws of `count` dice from 0 to `sides` - 1 give each sum."""
    ways = [1]
    for _ in range(count):
        sums = [0] * (len(ways) + sides - 1)
        for at, many in enumerate(ways):
            for side in range(sides):
                sums[at + side] += many
        ways = sums
    return tuple(ways)


def dice(count: int, low: int, high: int) -> Chance | int:
    """The sum of `count` throws of a number from `low` to `high`, each alike."""
    sides = high - low + 1
    if sides * count > 20_000 or count > 1_000:
        raise TooManyCases
    ways = _throws(count, sides)
    return lean(Space(ways), [count * low + at for at in range(len(ways))])
