"""Pictures that make the page heavy, or are too large for it."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from gbk.check.facts import Facts
from gbk.check.registry import finds
from gbk.model.book import LARGE_PICTURE, LARGEST_PICTURE
from gbk.model.diagnostic import Finding


@finds("large-picture")
def large_picture(facts: Facts) -> Iterator[Finding]:
    for section in facts.book.sections.values():
        for picture in section.pictures:
            path = posixpath.normpath(picture.path.replace("\\", "/"))
            size = facts.size(path) or 0
            if size > LARGE_PICTURE:
                key = "large-picture-left-out" if size > LARGEST_PICTURE else "large-picture"
                megabytes = -(-size // 2**20)
                yield facts.finding(
                    "large-picture", key, section, picture.span, path=picture.path, size=megabytes
                )
