"""Typesetting of prose by language: quotes, dashes, ellipses, non-breaking blanks."""

from __future__ import annotations

import re

_QUOTES = {"ru": ("«»", "„“"), "en": ("“”", "‘’")}
_OPENS = " \u00a0\n([{—–-/«„“‘"
_SHORT_RU = re.compile(
    r"(?<![\w-])(№|[авикосуян]|не|ни|на|по|до|из|от|за|ко|со|об) (?=\w)", re.IGNORECASE
)


class Typesetter:
    """Sets the text of one printed paragraph, piece after piece."""

    def __init__(self, language: str, breaking: bool = False) -> None:
        """`breaking`: leave blanks as they are (for what a reader types or compares)."""
        self.language = language
        self.breaking = breaking
        self.quotes = _QUOTES.get(language, _QUOTES["en"])
        self.level = 0
        self.before = " "

    def set(self, text: str) -> str:
        """The text as a printer would set it."""
        if not text:
            return text
        if '"' in text or "'" in text:
            text = self._quoted(text)
        if "-" in text or "—" in text:
            text = self._dashes(text)
        if "..." in text:
            text = text.replace("...", "…")
        if self.language == "ru" and not self.breaking:
            text = _SHORT_RU.sub("\\1\u00a0", text)
        self.before = text[-1]
        return text

    def _quoted(self, text: str) -> str:
        out: list[str] = []
        before = self.before
        for at, char in enumerate(text):
            after = text[at + 1] if at + 1 < len(text) else " "
            if char == '"':
                opens = before in _OPENS and not (after in " .,!?;:" and self.level)
                if opens:
                    char = self.quotes[min(self.level, 1)][0]
                    self.level += 1
                else:
                    self.level = max(0, self.level - 1)
                    char = self.quotes[min(self.level, 1)][1]
            elif char == "'" and self.language != "ru":
                single = before in _OPENS and after not in " .,!?;:"
                char = "‘" if single and _closes_later(text, at) else "’"
            elif char == "'":
                char = "’"
            out.append(char)
            before = char
        return "".join(out)

    def _dashes(self, text: str) -> str:
        text = text.replace(" -- ", " — ").replace("--", "—")
        text = text.replace(" - ", " — ")
        if self.breaking:
            return text
        return text.replace(" — ", "\u00a0— ")


def _closes_later(text: str, at: int) -> bool:
    """Whether a single quote that opens here is closed further on (else: an apostrophe)."""
    return re.search(r"'(?!\w)", text[at + 1 :]) is not None
