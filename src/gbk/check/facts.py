"""The facts that checks share, each worked out once and only when a check asks for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import networkx as nx

from gbk.check import flow, graph
from gbk.model.book import Book, Go, Section
from gbk.model.diagnostic import Finding
from gbk.model.source import Place, Span

Size = Callable[[str], int | None]


class Facts:
    def __init__(self, book: Book, size: Size) -> None:
        self.book = book
        self.size = size
        self.order = {key: number for number, key in enumerate(book.sections)}

    @cached_property
    def ways(self) -> dict[str, flow.Ways]:
        """What each paragraph, step and the head allow, by key."""
        returns = graph.returning(self.book)
        return {
            key: flow.ways(section.flow, returns) if key else flow.everything(self.links)
            for key, section in self.book.sections.items()
        }

    @property
    def links(self) -> flow.Flow:
        """The flow of the head without its first turn, which begins the book: what may
        happen anywhere in it."""
        head = self.book.sections[""].flow
        begins = head and isinstance(head[0], Go) and head[0].target == self.book.start
        return head[1:] if begins else head

    @cached_property
    def graph(self) -> nx.DiGraph:
        return graph.build(self.ways)

    @cached_property
    def reachable(self) -> set[str]:
        """Keys that some way from the start, or a link from everywhere, leads to. Empty
        where the start itself is missing: then nothing is known."""
        if self.book.start not in self.graph:
            return set()
        roots = [key for key in (self.book.start, "") if key in self.graph]
        return graph.reached(self.graph.successors, roots)

    def first(self, keys: set[str]) -> Section:
        """The one that stands first in the book."""
        return self.book.sections[min(keys, key=self.order.__getitem__)]

    def home(self, section: Section) -> str:
        """The name of the paragraph that a section is or belongs to, "" for the head."""
        parent = self.book.sections.get(section.parent) if section.parent else None
        return (parent or section).name if section.key else ""

    def finding(
        self,
        code: str,
        key: str,
        section: Section,
        span: Span | None = None,
        **names: str | int,
    ) -> Finding:
        """A finding in a section, at its heading where no other place is given. The
        section's name is there for the sentence."""
        return Finding(
            code,
            key,
            section.place(span or section.span),
            {"name": section.name, **names},
            self.home(section),
        )

    def line(self, section: Section, span: Span) -> int:
        return section.source.position(section.offset + span.start)[0]

    def elsewhere(
        self, code: str, key: str, place: Place, paragraph: str, **names: str | int
    ) -> Finding:
        """A finding at a place that is not counted from a section."""
        return Finding(code, key, place, names, paragraph)
