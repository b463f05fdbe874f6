"""What a name can mean."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gbk.bind.names import fold
from gbk.model import tree
from gbk.model.source import Place, Source


@dataclass(slots=True, eq=False, repr=False)
class Stat:
    """A number of the hero. `slot`: its global; a row has `size` > 0 members from `first`,
    numbered by `members` where a `values` set indexes it. `start`: slot of the first value."""

    name: str
    number: int
    slot: int
    start: int
    source: Source
    declared: tree.Stat
    offset: int
    size: int = 0
    first: int = 1
    members: str = ""
    low: tree.Expr | None = None
    high: tree.Expr | None = None
    to_start: bool = False
    dies_at: tree.Expr | None = None
    label: str = ""
    deadly: int | None = None


@dataclass(slots=True, eq=False, repr=False)
class Item:
    name: str
    number: int
    slot: int
    kind: str
    attributes: dict[str, int] = field(default_factory=dict)
    single: bool = False
    tree: tree.Thing | None = None


@dataclass(slots=True, eq=False, repr=False)
class Codeword:
    name: str
    number: int
    slot: int
    hidden: bool = False


@dataclass(slots=True, eq=False, repr=False)
class Kind:
    name: str
    limit: int = -1
    size_limit: int = -1


@dataclass(slots=True, eq=False, repr=False)
class Grade:
    """A named step of a stat's scale, or a member of `values`; counts from 0 or from 1."""

    name: str
    value: int
    of: str


@dataclass(slots=True, eq=False, repr=False)
class Values:
    name: str
    members: tuple[str, ...]


@dataclass(slots=True, eq=False, repr=False)
class Formula:
    name: str
    tree: tree.Formula


@dataclass(slots=True, eq=False, repr=False)
class Table:
    """Rows of numbers. `rows` and `columns`: headings folded; numbers by row."""

    name: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[int, ...], ...]


@dataclass(slots=True, eq=False, repr=False)
class Layout:
    """The shape of a record: the slot of each attribute behind the name's; a row takes
    more than one. `size` in slots."""

    word: str
    offsets: dict[str, int]
    defaults: dict[str, tree.Expr | None]
    rows: dict[str, tuple[int, int]] = field(default_factory=dict)
    size: int = 1


@dataclass(slots=True, eq=False, repr=False)
class Foe:
    """A foe of the head. `lasting`: the global address of its record once it is met."""

    name: str
    tree: tree.Foe
    lasting: bool
    source: Source
    offset: int
    address: int = -1


@dataclass(slots=True, eq=False, repr=False)
class Cast:
    """Records that last: global addresses of the members, and of their list."""

    name: str
    singular: str
    layout: Layout
    block: int
    members: dict[str, int]
    tree: tree.Cast
    offset: int
    source: Source


@dataclass(slots=True, eq=False, repr=False)
class Rule:
    """A rule with its compiled pattern: words and parameter names in braces."""

    pattern: tuple[str, ...]
    tree: tree.RuleDef
    source: Source
    offset: int
    own: bool
    also: tuple[tuple[str, ...], ...] = ()

    @property
    def name(self) -> str:
        return self.tree.pattern

    @property
    def literals(self) -> tuple[str, ...]:
        return tuple(word for word in self.pattern if not word.startswith("{"))


Symbol = Stat | Item | Codeword | Kind | Grade | Values | Formula | Table | Cast


def pattern_of(text: str) -> tuple[str, ...]:
    """`check {skill} on {first} / {second}` as words and braces."""
    return tuple(
        word if word.startswith("{") else fold(word)
        for word in re.sub(r"\{\s*(.*?)\s*\}", r" {\1} ", text.replace("/", " / ")).split()
    )


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a declared name stands first."""

    place: Place
    own: bool
    declared: bool
    paragraph: str = ""
