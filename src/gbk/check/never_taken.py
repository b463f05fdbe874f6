"""Items and codewords that are looked for and nowhere to be had, or the other way round."""

from __future__ import annotations

from collections.abc import Iterator

from gbk.check.facts import Facts
from gbk.check.registry import finds
from gbk.model.book import Section, Use
from gbk.model.diagnostic import Finding


@finds("never-taken")
def never_taken(facts: Facts) -> Iterator[Finding]:
    """A name that nothing declares and nothing gives is unknown, which is said already."""
    got, looks = _first(facts, "get"), _first(facts, "look")
    for named in facts.book.names:
        known = (named.kind, named.key)
        if not named.declared or known in got or known not in looks:
            continue
        section, use = looks[known]
        line = facts.line(section, use.span) if section.key else ""
        if named.own:
            yield facts.elsewhere(
                "never-taken",
                f"never-taken-{named.kind}",
                named.place,
                named.paragraph,
                name=named.name,
                line=line,
            )
        elif section.key:  # what a rules file declares and itself reads is nobody's finding
            place = section.place(use.span)
            yield facts.elsewhere(
                "never-taken",
                f"never-taken-{named.kind}",
                place,
                facts.home(section),
                name=named.name,
                line=line,
            )


@finds("never-used")
def never_used(facts: Facts) -> Iterator[Finding]:
    got, looked = _first(facts, "get"), _first(facts, "look")
    for named in facts.book.names:
        known = (named.kind, named.key)
        if named.own and known in got and known not in looked:
            yield facts.elsewhere(
                "never-used",
                f"never-used-{named.kind}",
                named.place,
                named.paragraph,
                name=named.name,
            )


def _first(facts: Facts, action: str) -> dict[tuple[str, str], tuple[Section, Use]]:
    """Where each name is got or looked for first, in a paragraph rather than in the head
    (whose places may lie in a rules file)."""
    found: dict[tuple[str, str], tuple[Section, Use]] = {}
    for section in facts.book.sections.values():
        for use in section.uses:
            known = (use.kind, use.key)
            if use.action == action and (known not in found or not found[known][0].key):
                found[known] = (section, use)
    return found
