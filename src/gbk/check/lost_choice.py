"""Choices that no path offers. One turn may lose several: the first of them is named."""

from __future__ import annotations

from collections.abc import Iterator

from gbk.check.facts import Facts
from gbk.check.registry import finds
from gbk.model.diagnostic import Finding


@finds("lost-choice")
def lost_choice(facts: Facts) -> Iterator[Finding]:
    for key, ways in facts.ways.items():
        for lost in ways.lost:
            section = facts.book.sections[key]
            yield facts.finding(
                "lost-choice",
                "lost-choice-below" if lost.below else "lost-choice",
                section,
                lost.choice,
                line=facts.line(section, lost.cause),
            )
