"""Paragraphs that some way through them leaves nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from gbk.check.facts import Facts
from gbk.check.registry import finds
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
