"""The ways between paragraphs, as text that graph tools draw."""

from __future__ import annotations

from collections.abc import Iterator

from gbk.model.book import Book, Detour, Fork, Go, Offer, Step, Stop


def edges(book: Book) -> list[tuple[str, str]]:
    """(name, name) of each way, once, in the order of the book; a step's ways are its
    paragraph's."""
    found: dict[tuple[str, str], None] = {}
    for key, section in book.sections.items():
        if not key:
            continue
        here = _owner(book, key)
        for target in _targets(section.flow):
            there = _owner(book, target) if target in book.sections else ""
            if there and there != here:
                found[book.sections[here].name, book.sections[there].name] = None
    return list(found)


def _owner(book: Book, key: str) -> str:
    return book.sections[key].parent or key


def _targets(flow: tuple[Step, ...]) -> Iterator[str]:
    for step in flow:
        match step:
            case Go(target=target) | Detour(target=target):
                yield target
            case Offer(target=target, flow=inner):
                if target:
                    yield target
                yield from _targets(inner)
            case Fork(ways=ways):
                for way in ways:
                    yield from _targets(way)


def _kinds(flow: tuple[Step, ...]) -> Iterator[str]:
    for step in flow:
        match step:
            case Stop(kind=kind):
                yield kind
            case Offer(flow=inner):
                yield from _kinds(inner)
            case Fork(ways=ways):
                for way in ways:
                    yield from _kinds(way)


_COLOURS = {"victory": "palegreen", "defeat": "lightsalmon", "death": "lightsalmon"}


def dot(book: Book) -> str:
    """The graph in Graphviz's language; endings are coloured."""
    lines = ["digraph book {", "  node [shape=box, style=filled, fillcolor=white];"]
    for key, section in book.sections.items():
        if key and not section.parent:
            kinds = list(_kinds(section.flow))
            ends = next((k for k in kinds if k != "death"), kinds[0] if kinds else "")
            only = all(isinstance(step, Stop) for step in section.flow[-1:]) and section.flow
            colour = _COLOURS.get(ends, "lightyellow") if ends and only else "white"
            lines.append(f"  {_quoted(section.name)} [fillcolor={colour}];")
    lines += [f"  {_quoted(a)} -> {_quoted(b)};" for a, b in edges(book)]
    return "\n".join([*lines, "}"])


def _quoted(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def mermaid(book: Book) -> str:
    """The graph in Mermaid's language."""
    names = [s.name for key, s in book.sections.items() if key and not s.parent]
    number = {name: f"p{n}" for n, name in enumerate(names)}
    lines = ["flowchart TD"]
    for name in names:
        safe = name.replace('"', "#quot;")
        lines.append(f'  {number[name]}["{safe}"]')
    lines += [f"  {number[a]} --> {number[b]}" for a, b in edges(book)]
    return "\n".join(lines)
