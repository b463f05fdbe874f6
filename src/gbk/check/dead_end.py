"""Paragraphs that some way through them leaves nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from gbk.check.facts import Facts
from gbk.check.flow import steps
from gbk.check.graph import reached
from gbk.check.registry import finds
from gbk.model.book import Detour, Go
from gbk.model.diagnostic import Finding


@finds("dead-end")
def dead_end(facts: Facts) -> Iterator[Finding]:
    first_step: dict[str, str] = {}
    for section in facts.book.sections.values():
        if section.parent:
            first_step.setdefault(section.parent, section.name)
    for key, ways in facts.ways.items():
        if not key or not ways.dead:
            continue
        section = facts.book.sections[key]
        if ways.split is not None:
            yield facts.finding("dead-end", "dead-end-way", section, ways.split)
        elif key in first_step:
            yield facts.finding("dead-end", "dead-end-steps", section, step=first_step[key])
        else:
            yield facts.finding("dead-end", "dead-end", section)
    yield from _returns(facts)


def _returns(facts: Facts) -> Iterator[Finding]:
    """`-> return` where no visit, nor any way from a paragraph that is visited, leads."""
    visits = [
        step.target
        for section in facts.book.sections.values()
        for step in steps(section.flow)
        if isinstance(step, Detour) and step.visit
    ]
    roots = [*visits, *facts.ways[""].targets] if visits else []
    known = [key for key in roots if key in facts.graph]
    inside = reached(facts.graph.successors, known)
    # a name that is unknown, or `-> back` in a visit, may lead to any paragraph
    if "" in roots or any({"", "back"} & facts.ways[key].targets.keys() for key in inside if key):
        return
    for key, section in facts.book.sections.items():
        if not key or key in inside or "return" not in facts.ways[key].targets:
            continue
        turn = next(s for s in steps(section.flow) if isinstance(s, Go) and s.target == "return")
        yield facts.finding("dead-end", "return-nowhere", section, turn.span)
