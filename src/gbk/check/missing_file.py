"""Pictures that are not among the book's files."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from gbk.check.facts import Facts
from gbk.check.registry import finds
from gbk.model.diagnostic import Finding

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+:", re.IGNORECASE)
_ABSOLUTE = re.compile(r"/|[a-z]:", re.IGNORECASE)


@finds("missing-file")
def missing_file(facts: Facts) -> Iterator[Finding]:
    for section in facts.book.sections.values():
        for picture in section.pictures:
            key = _wrong(picture.path, facts)
            if key:
                yield facts.finding("missing-file", key, section, picture.span, path=picture.path)


def _wrong(written: str, facts: Facts) -> str:
    """The sentence that a path deserves, "" where its file is there."""
    path = posixpath.normpath(written.replace("\\", "/"))
    if _ADDRESS.match(written):
        return "missing-file-address"
    if _ABSOLUTE.match(path) or path.split("/")[0] == "..":
        return "missing-file-outside"
    return "missing-file" if facts.size(path) is None else ""
