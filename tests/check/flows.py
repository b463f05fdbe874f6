"""Books built by hand: flows without a text around them."""

from __future__ import annotations

from itertools import count

from gbk.check import check
from gbk.model.book import Book, Detour, Fork, Go, Offer, Section, Step, Stop
from gbk.model.source import Source, Span

_at = count()


def here() -> Span:
    """A place that no other step has."""
    at = next(_at)
    return Span(at, at + 1)


def go(target: str) -> Go:
    return Go(target, here())


def stop(kind: str = "victory") -> Stop:
    return Stop(kind, here())


def offer(target: str | None, *flow: Step, guarded: bool = False, otherwise: bool = False) -> Offer:
    return Offer(target, flow, guarded, otherwise, here())


def fork(*ways: list[Step]) -> Fork:
    return Fork(tuple(tuple(way) for way in ways), here())


def visit(target: str) -> Detour:
    return Detour(target, here(), visit=True)


def link(target: str) -> Detour:
    return Detour(target, here())


def section(key: str, *flow: Step, plain: bool = False) -> Section:
    parent, _, name = key.rpartition("/")
    source = Source("book.gbk", " " * 9)
    return Section(key, name, source, 0, here(), parent=parent, flow=flow, plain=plain)


def book(
    paragraphs: dict[str, list[Step]], head: list[Step] | None = None, plain: str = ""
) -> Book:
    """The first paragraph is the start; `plain` names those where nothing happens."""
    start = next(iter(paragraphs))
    sections = {"": section("", go(start), *(head or []))}
    for key, flow in paragraphs.items():
        sections[key] = section(key, *flow, plain=key in plain.split())
    return Book("A book", "en", "", start, sections)


def found(code: str, *args: object, **named: object) -> list[str]:
    """Names of the paragraphs and steps of which `code` is said."""
    made = book(*args, **named)  # type: ignore[arg-type]
    return [str(finding.names["name"]) for finding in check(made) if finding.code == code]
