"""Items and codewords that are looked for and nowhere to be had, or the other way round."""

from __future__ import annotations

from collections.abc import Iterator

from gbk.check.facts import Facts
from gbk.check.registry import finds
from gbk.model.book import Named, Section, Use
from gbk.model.diagnostic import Finding


@finds("never-taken")
def never_taken(facts: Facts) -> Iterator[Finding]:
    """A name that nothing declares and nothing gives is unknown, which is said already."""
    got = _names(facts, "get")
    for named in facts.book.names:
        if not named.declared or (named.kind, named.key) in got:
            continue
        look = _first_look(facts, named)
        if look is None:
            continue
        section, use = look
        line = facts.line(section, use.span)
        if named.own:
            yield facts.elsewhere(
                "never-taken", f"never-taken-{named.kind}", named.place, named.paragraph,
                name=named.name, line=line,
            )
        elif section.key:  # what a rules file declares and itself reads is nobody's finding
            place = section.place(use.span)
            yield facts.elsewhere(
                "never-taken", f"never-taken-{named.kind}", place, facts.home(section),
                name=named.name, line=line,
            )


@finds("never-used")
def never_used(facts: Facts) -> Iterator[Finding]:
    got, looked = _names(facts, "get"), _names(facts, "look")
    for named in facts.book.names:
        known = (named.kind, named.key)
        if named.own and known in got and known not in looked:
            yield facts.elsewhere(
                "never-used", f"never-used-{named.kind}", named.place, named.paragraph,
                name=named.name,
            )


def _names(facts: Facts, action: str) -> set[tuple[str, str]]:
    return {
        (use.kind, use.key)
        for section in facts.book.sections.values()
        for use in section.uses
        if use.action == action
    }


def _first_look(facts: Facts, named: Named) -> tuple[Section, Use] | None:
    """Where it is looked for first, in a paragraph rather than in the head."""
    looks = [
        (section, use)
        for section in facts.book.sections.values()
        for use in section.uses
        if (use.kind, use.key, use.action) == (named.kind, named.key, "look")
    ]
    return next((look for look in looks if look[0].key), looks[0] if looks else None)
