"""How names compare: letter case, repeated blanks, apostrophes, ё and composed letters
do not matter."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache


@lru_cache(maxsize=65536)
def fold(name: str) -> str:
    """The key under which a name is known."""
    plain = unicodedata.normalize("NFC", name).casefold().replace("ё", "е").replace("’", "'")
    return " ".join(plain.split())


def spaced(name: str) -> str:
    """A name as it is shown: single blanks between its words."""
    return " ".join(name.split())


def near(name: str, known: Iterable[str]) -> str:
    """The known name (as written) that is most like `name`, or ""."""
    by_key = {fold(other): other for other in known}
    found = get_close_matches(fold(name), list(by_key), n=1, cutoff=0.6)
    return by_key[found[0]] if found else ""
