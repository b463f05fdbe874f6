"""Paragraphs from which no ending can be reached."""

from __future__ import annotations

from collections.abc import Iterator

from gbk.check.endless import loops
from gbk.check.facts import Facts
from gbk.check.graph import reached
from gbk.check.registry import finds
from gbk.model.diagnostic import Finding


@finds("no-ending")
def no_ending(facts: Facts) -> Iterator[Finding]:
    hopeful = _hopeful(facts)
    for key in facts.book.sections:
        section = facts.book.sections[key]
        if not key or key in hopeful or key not in facts.reachable:
            continue
        if section.parent and section.parent in facts.reachable - hopeful:
            continue
        name = "no-ending-step" if section.parent else "no-ending"
        yield facts.finding("no-ending", name, section, paragraph=facts.home(section))


def _hopeful(facts: Facts) -> set[str]:
    """All from which an ending can be reached, and all of which something else is said: a
    dead end, an endless loop or an unknown name ahead may be what keeps them from one."""
    blamed = {key for loop in loops(facts) for key in loop}
    ends = [
        key
        for key, ways in facts.ways.items()
        if ways.stops or key in blamed or (key and ways.dead) or "" in ways.targets
    ]
    hopeful = reached(facts.graph.predecessors, ends)
    if "" in hopeful:  # a link from everywhere leads to an ending
        return set(facts.graph)
    return hopeful | _returning(facts, hopeful) | _backward(facts, hopeful)


def _returning(facts: Facts, hopeful: set[str]) -> set[str]:
    """A detour shares the hope of those that visit it; theirs comes from their own ways.
    Which of them the reader came from is not asked: one with hope is enough."""
    visitors = [key for key, ways in facts.ways.items() if ways.detours]
    if visitors and "" not in visitors and hopeful.isdisjoint(visitors):
        return set()

    def before(key: str) -> list[str]:
        others = facts.graph.predecessors(key)
        return [other for other in others if facts.ways[other].targets[key] != "detour"]

    return reached(before, [key for key, ways in facts.ways.items() if "return" in ways.targets])


def _backward(facts: Facts, hopeful: set[str]) -> set[str]:
    """`-> back` shares the hope of the paragraphs that lead to it. It does not hand it on:
    who goes there and comes back is where he was. Steps go back as their paragraph does."""
    home = {key: section.parent or key for key, section in facts.book.sections.items()}
    before = {
        home[key]: {
            other for other in facts.graph.predecessors(home[key]) if home[other] != home[key]
        }
        for key, ways in facts.ways.items()
        if "back" in ways.targets
    }
    found: set[str] = set()
    grown = True
    while grown:
        # From the head ("", a link from everywhere) one comes from anywhere.
        more = {
            key
            for key, others in before.items()
            if key not in found and ("" in others or others & (hopeful | found))
        }
        found |= more
        grown = bool(more)
    return {key for key in facts.graph if home[key] in found}
