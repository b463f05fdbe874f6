"""What names mean inside one unit: its own variables before the book's."""

from __future__ import annotations

from dataclasses import dataclass, field

from gbk.bind.names import fold
from gbk.bind.symbols import Layout


@dataclass(slots=True, eq=False, repr=False)
class Slot:
    """A number in the frame; `evaluated`: it is the address of code (dice)."""

    k: int
    evaluated: bool = False
    of_values: str = ""


@dataclass(slots=True, eq=False, repr=False)
class Row:
    k: int
    first: int
    size: int


@dataclass(slots=True, eq=False, repr=False)
class Record:
    """A frame slot with a record's address; `k` < 0: the address itself is `address`."""

    k: int
    layout: Layout
    address: int = -1


@dataclass(slots=True, eq=False, repr=False)
class Here:
    """A record that lies in this frame at `k`."""

    k: int
    layout: Layout


@dataclass(slots=True, eq=False, repr=False)
class Members:
    """A set: `k` holds the address of its list (count, members…), `k + 1` the mask of those
    in it. A range set (`layout` None) counts from `first` instead of a list; `things`: what it
    counts are the numbers of items."""

    k: int
    layout: Layout | None
    first: int = 0
    of_values: str = ""
    things: bool = False


@dataclass(slots=True, eq=False, repr=False)
class Text:
    """A frame slot with a string's number."""

    k: int


@dataclass(slots=True, eq=False, repr=False)
class Alias:
    """Another name for a symbol of the book: a parameter that is a stat or an item."""

    name: str


@dataclass(slots=True)
class Thing:
    """A frame slot with the number of an item."""

    k: int


Var = Thing | Slot | Row | Record | Here | Members | Text | Alias


@dataclass(slots=True, eq=False, repr=False)
class Scope:
    """Names of one frame, innermost last."""

    names: dict[str, Var] = field(default_factory=dict)
    outer: Scope | None = None

    def find(self, name: str) -> Var | None:
        key = fold(name)
        scope: Scope | None = self
        while scope is not None:
            if key in scope.names:
                return scope.names[key]
            scope = scope.outer
        return None

    def put(self, name: str, var: Var) -> None:
        self.names[fold(name)] = var

    def inner(self) -> Scope:
        return Scope({}, self)


def shifted(var: Var, by: int) -> Var:
    """The same variable seen from a caller whose frame begins `by` slots earlier."""
    match var:
        case Slot(k, evaluated, of_values):
            return Slot(k + by, evaluated, of_values)
        case Row(k, first, size):
            return Row(k + by, first, size)
        case Record(k, layout, address):
            return Record(k + by if k >= 0 else k, layout, address)
        case Here(k, layout):
            return Here(k + by, layout)
        case Members(k, layout, first, of_values, things):
            return Members(k + by, layout, first, of_values, things)
        case Thing(k):
            return Thing(k + by)
        case Text(k):
            return Text(k + by)
    return var
