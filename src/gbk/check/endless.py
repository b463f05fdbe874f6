"""Loops of turns in which the reader has nothing to decide and nothing changes, and visits of
which none comes back."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx

from gbk.check.facts import Facts
from gbk.check.registry import finds
from gbk.model.book import Go
from gbk.model.diagnostic import Finding


@finds("endless")
def endless(facts: Facts) -> Iterator[Finding]:
    for loop in loops(facts):
        section = facts.first(loop)
        kind = "endless-visits" if any(facts.book.sections[k].visits for k in loop) else "endless"
        if len(loop) == 1:
            yield facts.finding("endless", f"{kind}-itself", section)
            continue
        rest = sorted(loop - {section.key}, key=facts.order.__getitem__)
        names = ", ".join(facts.book.sections[key].name for key in rest)
        yield facts.finding("endless", kind, section, others=names)


def loops(facts: Facts) -> list[set[str]]:
    """Rings of paragraphs each of which does nothing but turn to the next, or visits the next
    before anything else. A ring of turns in which a number changes may end by that, and is left
    alone."""
    sections = facts.book.sections.items()
    forced = nx.DiGraph((key, section.visits) for key, section in sections if section.visits)
    # where the reader turns, he may have a thing to use that leads out
    if not ("" in facts.ways and facts.ways[""].targets):
        forced.add_edges_from(
            (key, section.flow[0].target)
            for key, section in sections
            if section.plain and section.flow and isinstance(section.flow[0], Go)
        )
    rings = nx.strongly_connected_components(forced)
    return [ring for ring in rings if len(ring) > 1 or all(forced.has_edge(k, k) for k in ring)]
