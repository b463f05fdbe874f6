"""Of all findings, those that the author is shown: allowed ones and consequences left out.

One cause, one finding. The checks themselves name only the cause where they know it (the
first paragraph of a loose part); here it is told across checks and passes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from gbk.model.book import Book
from gbk.model.diagnostic import Finding

# Said of the same name, the first of these is the cause of the others.
_NAME_CODES = ("unknown-name", "never-taken", "never-used")

# A line with one of these may have been meant to lead somewhere.
_LINE_CODES = {"syntax", "looks-like-order", "bad-directive", "unknown-target"}

_ARROW = re.compile(r"(?:->|=>|—>|–>|→)\s*([^\[\]{}\n]+)")


def select(findings: Iterable[Finding], book: Book) -> list[Finding]:
    """Sorted by file and place; of exact duplicates one."""
    kept: dict[tuple[object, ...], Finding] = {}
    for finding in sorted(findings, key=_place):
        kept.setdefault((*_place(finding), finding.key, *sorted(finding.names.items())), finding)
    allowed = _allowed(book)
    return [
        finding
        for finding in _causes(list(kept.values()))
        if finding.code not in allowed[""] | allowed.get(finding.paragraph, frozenset())
    ]


def _place(finding: Finding) -> tuple[str, int, int, str]:
    place = finding.place
    return place.source.name, place.start, place.end, finding.code


def _allowed(book: Book) -> dict[str, frozenset[str]]:
    """Allowed codes by the name of the paragraph, steps included; the head's under ""."""
    found: dict[str, frozenset[str]] = {"": frozenset()}
    for section in book.sections.values():
        home = book.sections.get(section.parent) if section.parent else None
        name = (home or section).name if section.key else ""
        found[name] = found.get(name, frozenset()) | section.allowed
    return found


def _causes(findings: list[Finding]) -> list[Finding]:
    """Without the findings that another one explains."""
    first: dict[str, int] = {}
    for finding in findings:
        if finding.code in _NAME_CODES:
            name, rank = _fold(finding.names.get("name", "")), _NAME_CODES.index(finding.code)
            first[name] = min(rank, first.get(name, rank))
    lines = [finding for finding in findings if finding.code in _LINE_CODES]
    meant = {name for finding in lines for name in _targets(finding)}
    misspelt = {_written(finding) for finding in lines if finding.code == "unknown-target"}
    syntax = [finding for finding in lines if finding.code == "syntax"]
    unread = _around(syntax)
    said = _around(lines)
    undeclared = _around(finding for finding in syntax if not finding.paragraph)
    deep = {finding.paragraph for finding in syntax if finding.key == "too-deep"}
    missing = {finding.key for finding in findings if finding.code == "bad-include"}

    def follows(finding: Finding) -> bool:
        name = _fold(finding.names.get("name", ""))
        if missing and (finding.code == "unknown-name" or finding.key == "no-such-directive"):
            return True
        if missing - {"no-such-rules"} and finding.code == "unknown-target":
            return True
        if finding.key == "return-nowhere":
            return _mentions(said, name)
        if finding.key == "branch-empty":
            return finding.paragraph in deep
        if finding.code in _NAME_CODES:
            where = undeclared if finding.code == "unknown-name" else unread
            if _mentions(where, name):
                return True
            return first[name] < _NAME_CODES.index(finding.code)
        if finding.code == "unreachable":
            return name in meant or any(_like(name, other) for other in misspelt)
        return False

    return [finding for finding in findings if not follows(finding)]


def _mentions(text: str, name: str) -> bool:
    return (
        name != ""
        and name in text
        and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
    )


def _around(findings: Iterable[Finding]) -> str:
    """The printed paragraphs, and the lines of the head, that could not be read: what they
    declare and what they read is not known."""
    found: dict[str, None] = {}
    for finding in findings:
        text, place = finding.place.source.text, finding.place
        gap = "\n\n" if finding.paragraph else "\n"
        start = text.rfind(gap, 0, place.start) + 1
        end = text.find(gap, place.end)
        found[_fold(text[start : end if end >= 0 else len(text)])] = None
    return " ".join(found)


def _targets(finding: Finding) -> list[str]:
    """The names behind arrows in the line of a finding."""
    source = finding.place.source
    line = source.line(source.position(finding.place.start)[0])
    return [_fold(name) for name in _ARROW.findall(line)]


def _written(finding: Finding) -> str:
    place = finding.place
    return _fold(place.source.text[place.start : place.end])


def _like(name: str, other: str) -> bool:
    """Is one a slip of the pen for the other? Numbers are never: 41 is not nearly 42."""
    if name.isdigit() or other.isdigit():
        return False
    return SequenceMatcher(None, name, other).ratio() >= 0.75


def _fold(name: str | int) -> str:
    return " ".join(str(name).casefold().replace("ё", "е").replace("’", "'").split())
