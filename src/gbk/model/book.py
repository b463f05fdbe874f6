"""What the author meant: names bound, includes merged, ways between paragraphs known.

`Flow` is the skeleton of a paragraph that the graph checks read: what may be done, in
order, without prose and without conditions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from gbk.model.node import node
from gbk.model.source import Place, Source, Span


@node
class Go:
    """A turn that is taken at once: `target` is a paragraph's key in Book.paragraphs,
    "back" or "return" for those turns, "" where the name was unknown (said already)."""

    target: str
    span: Span


@node
class Stop:
    """The book ends here; `kind` is "victory", "death"…"""

    kind: str
    span: Span


@node
class Offer:
    """A choice passed on the way: `target` as in Go, or None with a block in `flow`.
    `otherwise`: offered if no other choice is; `guarded`: it has a guard or a price."""

    target: str | None
    flow: tuple[Step, ...]
    guarded: bool
    otherwise: bool
    span: Span


@node
class Fork:
    """Several ways, one of which is taken: arms of a branch group, outcomes of a directive.
    An empty way goes on. A branch with no `else` has an empty way among them."""

    ways: tuple[tuple[Step, ...], ...]
    span: Span


@node
class Detour:
    """`! visit NAME`, or a link from everywhere (an item's use, a watched stat, a bargain).
    `visit`: it is taken at once, and what follows runs only after a `-> return`."""

    target: str
    span: Span
    visit: bool = False


Step = Go | Stop | Offer | Fork | Detour

Action = Literal["get", "look"]


@node
class Use:
    """An item or codeword is got (taken, offered, sold to the hero, marked) or looked for."""

    kind: Literal["item", "codeword"]
    key: str
    action: Action
    span: Span


LARGE_PICTURE = 2**20
LARGEST_PICTURE = 16 * 2**20
"""Bytes of a picture: above the first an author is told, above the second no page takes it."""


@node
class PictureUse:
    path: str
    span: Span


@node
class Site:
    """A directive with chances in a paragraph's code. `begin`: its first instruction; `call`:
    its call of a rule, or -1. `outcomes`: their names, and for each the instruction that it
    leads to; where there is a call, the frame slot `told` has the outcome's number when the
    instruction `done` is reached. `wanted`: the outcomes that serve the reader."""

    rule: str
    span: Span
    begin: int
    outcomes: tuple[str, ...]
    wanted: tuple[str, ...]
    call: int = -1
    done: int = -1
    told: int = -1
    leads: tuple[int, ...] = ()


@node
class Section:
    """A paragraph, a step (`parent` is its paragraph's key) or the head (key "").
    `plain`: nothing happens in it, nor by a `rule every paragraph`, but prose and turns.
    `visits`: key of the paragraph that it visits whatever holds, before it can end, turn or
    ask; "" for none."""

    key: str
    name: str
    source: Source
    offset: int
    span: Span
    allowed: frozenset[str] = frozenset()
    parent: str = ""
    flow: tuple[Step, ...] = ()
    uses: tuple[Use, ...] = ()
    pictures: tuple[PictureUse, ...] = ()
    todos: tuple[Span, ...] = ()
    plain: bool = False
    visits: str = ""
    sites: tuple[Site, ...] = ()

    def place(self, span: Span) -> Place:
        return Place(self.source, self.offset + span.start, self.offset + span.end)


@node
class Named:
    """A declared item or codeword: where it stands first; `own`: by the book itself, not by
    a rules file; `taken`: it can be had some other way (from the start, by a rule)."""

    kind: Literal["item", "codeword"]
    key: str
    name: str
    place: Place
    own: bool
    declared: bool
    paragraph: str = ""


@dataclass(slots=True)
class Book:
    """`sections`: the head under "", then every paragraph and step by key (a folded name;
    a step's is "paragraph/step"), in the order of the book. `start`: key of the first."""

    title: str
    language: str
    folder: str
    start: str
    sections: dict[str, Section] = field(default_factory=dict)
    names: tuple[Named, ...] = ()
