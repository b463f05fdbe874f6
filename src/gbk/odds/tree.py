"""What a stretch of a game may come to, as a tree: from where it begins to where it is cut.

The tree of a place in the program serves every state that stands there. It grows where a
state comes first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from gbk.odds.chances import Space
from gbk.odds.formula import Formula, Rule

Value = object
"""A number, a `Formula` or a `Chance`."""


@dataclass(slots=True, eq=False)
class Point:
    """Where a trace goes on. `known`: formulas whose value is settled on this way; `options`:
    the menu in the making; `then`: a paragraph to turn to first, or -1."""

    pc: int
    fp: int
    memory: list[object]
    known: dict[str, int] = field(default_factory=dict)
    options: list[tuple[int, int]] | None = None
    flags: int = 0
    rounds: int = 0
    asks: int = 0
    began: int = -1
    forks: int = 0
    then: int = -1


class Spot(NamedTuple):
    """A place in the program where states stand: the instruction, and what of memory is the
    same for all that stand there."""

    pc: int
    fp: int
    size: int
    fixed: tuple[tuple[int, int], ...]


@dataclass(slots=True, eq=False)
class Split:
    """Goes by the value of a formula."""

    formula: Formula
    rule: Rule
    ways: dict[int, Node]
    point: Point


@dataclass(slots=True, eq=False)
class Throw:
    """Goes by chance: (weight, of how much, node)."""

    ways: list[tuple[int, int, Node]]


@dataclass(slots=True, eq=False)
class Decision:
    """The reader decides. The first `own` ways are the options; the others are what the sheet
    offers beside them. `names`: for each way what tells it apart."""

    ways: list[Node]
    own: int


@dataclass(slots=True, eq=False)
class Goal:
    """The end of what is asked for: an ending of the book, an outcome of a directive."""

    kind: str
    outcome: int
    leaf: Leaf


@dataclass(slots=True, eq=False)
class Leaf:
    """A cut. `spot`: where the game stands then (None at a goal); `paragraph`: which one it is
    in, -1 for the one it was in; `rounds`: checkpoints on the way, `asks`: how often the reader
    was asked something. What is written: `numbers`
    by slot, `formulas` by slot, and `chances`: for each space that still matters its weights
    and (slot, values)."""

    spot: Spot | None
    paragraph: int
    rounds: int
    asks: int
    size: int
    numbers: list[tuple[int, int]]
    formulas: list[tuple[int, Formula, Rule]]
    chances: list[tuple[Space, list[tuple[int, tuple[int, ...]]]]]
    written: int
    reads: dict[int, int]


@dataclass(slots=True, eq=False)
class Pending:
    """Nobody has come here yet."""

    point: Point


Node = Split | Throw | Decision | Goal | Leaf | Pending


@dataclass(slots=True, eq=False)
class Tree:
    spot: Spot
    root: Node
