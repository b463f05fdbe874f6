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
    loose = nx.DiGraph()
    loose.add_nodes_from(key for key in facts.graph if key and key not in facts.reachable)
    loose.add_edges_from((key, to) for key in loose for to in facts.graph[key] if to in loose)
    rings = nx.condensation(loose)
    for ring, ways_in in rings.in_degree():
        if ways_in:
            continue
        section = facts.first(rings.nodes[ring]["members"])
        if section.parent in facts.ways and facts.ways[section.parent].dead:
            continue  # the dead end is the cause: its paragraph leaves out the turn to the step
        key = "unreachable-step" if section.parent else "unreachable"
        yield facts.finding("unreachable", key, section, paragraph=facts.home(section))
