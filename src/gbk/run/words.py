"""Text as readers type it and as transcripts keep it."""

from __future__ import annotations

import unicodedata

_ALIKE = str.maketrans("ё’‘“”„«»–—−", 'е\'\'"""""---')
_MARKS: dict[int, int | None] = str.maketrans("", "", "\x01\x02")


def normal(text: str) -> str:
    """What two texts have in common that a reader takes for the same: letter case, blanks,
    ё and е, quotes and dashes do not matter."""
    text = unicodedata.normalize("NFC", text).lower().translate(_ALIKE).translate(_MARKS)
    return " ".join(text.replace("…", "...").split())


def plain(runs: object) -> str:
    """The runs of a block or an option as text with no emphasis."""
    assert isinstance(runs, list | tuple)
    text = "".join(run if isinstance(run, str) else run["text"] for run in runs)
    return text.translate(_MARKS)
