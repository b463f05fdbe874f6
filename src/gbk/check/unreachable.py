"""Paragraphs and steps that no way from the start leads to."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx

from gbk.check.facts import Facts
from gbk.check.registry import finds
from gbk.model.diagnostic import Finding


@finds("unreachable")
def unreachable(facts: Facts) -> Iterator[Finding]:
    """Where a whole part of the book hangs loose, only where it begins is named: all else
    in it follows. A loose ring begins at its first paragraph."""
    if not facts.reachable:
        return
    loose = facts.graph.subgraph(key for key in facts.graph if key and key not in facts.reachable)
    rings = nx.condensation(loose)
    for ring, ways_in in rings.in_degree():
        if ways_in:
            continue
        section = facts.first(rings.nodes[ring]["members"])
        key = "unreachable-step" if section.parent else "unreachable"
        yield facts.finding("unreachable", key, section, paragraph=facts.home(section))
