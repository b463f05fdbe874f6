"""A program in the least room, as the page carries it: `unpack` in `state.js` is the way back.

Words that come often in a book are one character each, and so is every number of the code.
The page is a third of what plain JSON makes of it, and is smaller by what servers do
(`gzip`) too, since the same words stand nearer to each other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from gbk.model.program import Program

_TOKEN = re.compile(r"[.,;:!?]? ?\w+|\W")
_OFTEN = 5
_MOST = 40_000
_NEVER = set('"\\<>&')
"""What JSON in a page writes as an escape: no code for a word."""


def pack(program: Program) -> dict[str, Any]:
    """The program's JSON with its units under `packed` and its paragraphs in columns."""
    data = program.to_json()
    units = data.pop("units")
    names, titles, unit, visits, parents = (list(c) for c in zip(*data["paragraphs"], strict=True))
    data["paragraphs"] = [
        names, titles, numbers(n - i for i, n in enumerate(unit)), numbers(visits), numbers(parents),
    ]
    data["packed"] = {
        "sizes": [numbers(len(code) for code, _ in units), numbers(len(s) for _, s in units)],
        "code": numbers(n for code, _ in units for n in code),
        **pack_texts([text for _, strings in units for text in strings]),
    }
    return data


def numbers(row: Iterable[int]) -> str:
    """A character each: from `?` on for 0 to 63, from U+0100 on for larger ones; what is below 0
    or past the letters is written out, between `!` and `;`."""
    return "".join(
        chr(n + 63) if 0 <= n < 64 else chr(n + 192) if 64 <= n < 0xD000 else f"!{n};" for n in row
    )


def pack_texts(texts: list[str]) -> dict[str, str]:
    """`words`, a line each; `literal`: the characters that stand for themselves, the first of
    them between two texts; `text`. The codes of the words are the printable characters from
    `!` on that are not literal, in order."""
    tokens = [_TOKEN.findall(text) for text in texts]
    counts = Counter(token for text in tokens for token in text)
    often = [w for w, n in counts.most_common(_MOST) if n >= _OFTEN and len(w) > 2]
    literal = _NEVER.union(*(counts.keys() - set(often)))
    free = (chr(c) for c in (*range(33, 127), *range(161, 0xD800)) if chr(c) not in literal)
    gap = next(free)
    codes = [code for code, _ in zip(free, often, strict=False)]
    # Alphabetical among those that take the same room, which packs better.
    short = sum(code < "\x7f" for code in codes)
    middle = sum(code < "\u0800" for code in codes)
    words = [*sorted(often[:short]), *sorted(often[short:middle]), *sorted(often[middle:])]
    code_of = dict(zip(words, codes, strict=True))
    return {
        "words": "\n".join(words),
        "literal": gap + "".join(sorted(literal)),
        "text": gap.join("".join([code_of.get(t, t) for t in text]) for text in tokens),
    }
