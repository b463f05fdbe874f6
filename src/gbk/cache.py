"""What one build leaves for the next: paragraphs that did not change are not compiled again.

One file a book in the user's cache folder, plain data only. A cache that is missing, broken,
of another version or not writable costs time and nothing else.
"""

from __future__ import annotations

import hashlib
import marshal
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gbk.kept import edition, user_folder, write_whole
from gbk.lower.code import Compiled
from gbk.model.book import PictureUse
from gbk.model.source import Span


@dataclass(slots=True, eq=False, repr=False)
class Outline:
    """What the rest of a book needs to know of a paragraph without reading its body."""

    name: str
    title: str
    steps: tuple[str, ...]
    span: tuple[int, ...]


@dataclass(slots=True, eq=False, repr=False)
class Cache:
    """`outlines` by the digest of a paragraph's text; `units` by that and the digest of all
    names: the compiled paragraph and its steps, by step name ("" for the paragraph). `heads`:
    what heads say, by the digest of their text."""

    path: Path | None = None
    outlines: dict[bytes, Outline] = field(default_factory=dict)
    units: dict[bytes, dict[str, Compiled]] = field(default_factory=dict)
    used: dict[bytes, tuple[Outline, bytes]] = field(default_factory=dict)
    heads: dict[bytes, bytes] = field(default_factory=dict)
    used_heads: dict[bytes, bytes] = field(default_factory=dict)

    def save(self) -> None:
        """Keep what this build used; whatever goes wrong is no matter."""
        if self.path is None:
            return
        rows = [
            (
                digest,
                _outline_row(outline),
                names,
                [
                    (step, *_unit_row(unit))
                    for step, unit in self.units.get(digest + names, {}).items()
                ],
            )
            for digest, (outline, names) in self.used.items()
        ]
        data = marshal.dumps((self.used_heads, rows))
        check = hashlib.blake2b(data, digest_size=16).digest()
        write_whole(self.path, edition().encode() + b"\n" + check + data)


def digest(*texts: str) -> bytes:
    """A short digest of texts."""
    return hashlib.blake2b(
        "\0".join(texts).encode("utf-8", "surrogatepass"), digest_size=16
    ).digest()


def open_cache(book: Path) -> Cache:
    """The cache of a book; an empty one where there is none. `GBK_CACHE=off` switches it off."""
    if os.environ.get("GBK_CACHE") == "off":
        return Cache()
    path = user_folder() / (digest(str(book.resolve())).hex() + ".cache")
    cache = Cache(path)
    try:
        data = path.read_bytes()
        mark, _, rest = data.partition(b"\n")
        check, body = rest[:16], rest[16:]
        if mark != edition().encode() or hashlib.blake2b(body, digest_size=16).digest() != check:
            return cache
        cache.heads, rows = marshal.loads(body)
        for text, outline, names, units in rows:
            cache.outlines[text] = Outline(*outline)
            cache.units[text + names] = {row[0]: _unit(row[1:]) for row in units}
    except (OSError, ValueError, TypeError, EOFError, KeyError, IndexError):
        cache.outlines.clear()
        cache.units.clear()
    return cache


def _outline_row(o: Outline) -> tuple[Any, ...]:
    return o.name, o.title, o.steps, o.span


def _unit_row(u: Compiled) -> tuple[Any, ...]:
    pictures = [(p.path, tuple(p.span)) for p in u.pictures]
    return u.code, u.strings, u.refs, u.wants, pictures, sorted(u.features)


def _unit(row: tuple[Any, ...]) -> Compiled:
    code, strings, refs, wants, pictures, features = row
    return Compiled(
        code,
        strings,
        refs,
        wants,
        pictures=[PictureUse(path, Span(*span)) for path, span in pictures],
        features=set(features),
    )
