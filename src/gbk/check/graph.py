"""The book as a graph: keys of paragraphs and steps, an edge where a way leads.

The head stands in it under "". An edge says in `kind` how it leads (see flow.Ways). Turns whose aim is not written (`-> back`, `-> return`) are no edges: they lead
only to where the reader has been, so for what can be reached they add nothing; for what
can still be reached from a place see `no_ending`.
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
        (key, target, {"kind": kind})
        for key, here in ways.items()
        for target, kind in here.targets.items()
        if target and target in ways
    )
    return found


def reached(found: nx.DiGraph, roots: Iterable[str]) -> set[str]:
    """The roots and all that edges lead to from them."""
    seen = set(roots)
    todo = list(seen)
    following = found.adj
    while todo:
        new = [key for key in following[todo.pop()] if key not in seen]
        seen.update(new)
        todo += new
    return seen


def reaching(found: nx.DiGraph, aims: Iterable[str]) -> set[str]:
    """The aims and all from which edges lead to one of them."""
    return reached(found.reverse(copy=False), aims)


def returning(book: Book) -> Callable[[str], bool]:
    """Tells whether a visit to a paragraph may come back. Any `-> return` that some chain
    of edges leads to, reached or not, counts, and so does a turn to an unknown name."""
    flows = (section.flow for section in book.sections.values())
    if not any(
        isinstance(step, Detour) and step.visit for flow in flows for step in steps(flow)
    ):
        return lambda key: True
    ways = {key: everything(section.flow) for key, section in book.sections.items()}
    ends = [
        key for key, here in ways.items()
        if any(target in ("return", "") or target not in ways
               for target in here.targets if target != "back")
    ]
    known = reaching(build(ways), ends)
    return lambda key: key in known or key not in ways
