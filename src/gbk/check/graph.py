"""The book as a graph: keys of paragraphs and steps, an edge where a way leads.

The head stands in it under "". The kind of a way is in `flow.Ways.targets`. Turns whose aim
is not written (`-> back`, `-> return`) are no edges: they lead only to where the reader has
been, so for what can be reached they add nothing; for what can still be reached from a place
see `no_ending`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import networkx as nx

from gbk.check.flow import Ways, everything, steps
from gbk.model.book import Book, Detour


def build(ways: dict[str, Ways]) -> nx.DiGraph:
    found = nx.DiGraph()
    found.add_nodes_from(ways)
    found.add_edges_from(
        (key, target)
        for key, here in ways.items()
        for target in here.targets
        if target and target in ways
    )
    return found


def reached(following: Callable[[str], Iterable[str]], roots: Iterable[str]) -> set[str]:
    """The roots and all that follows from them, by `graph.successors` or the like."""
    seen = set(roots)
    todo = list(seen)
    while todo:
        new = [key for key in following(todo.pop()) if key not in seen]
        seen.update(new)
        todo += new
    return seen


def returning(book: Book) -> Callable[[str], bool]:
    """Tells whether a visit to a paragraph may come back. Any `-> return` that some chain
    of ways leads to, reached or not, counts, and so does a turn to an unknown name."""
    flows = (section.flow for section in book.sections.values())
    if not any(isinstance(step, Detour) and step.visit for flow in flows for step in steps(flow)):
        return lambda key: True
    before: dict[str, list[str]] = {}
    for key, section in book.sections.items():
        for target in everything(section.flow).targets:
            before.setdefault(target, []).append(key)
    unknown = [target for target in before if target not in book.sections and target != "back"]
    known = reached(lambda key: before.get(key, ()), ["", *unknown])
    return lambda key: key in known
