"""Wrong inputs that people really make, and the names of the sentences that answer them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gbk.model.source import Span

if TYPE_CHECKING:
    from gbk.syntax.words import Words


class Mistake(Exception):
    """A phrase that cannot be read: the key of its sentence, where, and the names in it."""

    def __init__(self, key: str, span: Span, names: dict[str, str | int] | None = None) -> None:
        super().__init__(key)
        self.key = key
        self.span = span
        self.names = names or {}


_KNOWN: tuple[tuple[str, str], ...] = (
    # what was written, the key of its sentence; the first that is found is meant
    (r"==", "equals-twice"),
    (r"&&", "and-sign"),
    (r"\|\|", "or-sign"),
    (r"!(?!=)", "not-sign"),
    (r"\d+\.\d+", "fraction"),
    (r"\d+\s*%", "fraction"),
    (r"[+\-*/]=", "assign-sign"),
    (r"(?<![\w.])[dк]\d+", "dice-count"),
    (r"/", "divide-sign"),
    (r"=>|—>|–>", "arrow-wrong"),
    (r"(?<=\d)\s*[–—]\s*(?=\d)", "range-dash"),
)


def expression_mistake(text: str, at: int, words: Words) -> Mistake:
    """What is wrong with an expression that stops making sense at offset `at`."""
    if not text.strip():
        return Mistake("expression-missing", Span(0, max(1, len(text))))
    for pattern, key in _KNOWN:
        found = re.search(pattern, text)
        if found:
            return Mistake(key, Span(*found.span()), {"found": found.group(), "all": text})
    if len(re.findall(r"(?:<=|>=|<|>|≤|≥)", text)) > 1:
        return Mistake("compare-twice", Span(0, len(text)), {"found": text})
    if text.count("(") != text.count(")") or text.count("[") != text.count("]"):
        return Mistake("bracket-open", Span(0, len(text)), {"found": text})
    if at >= len(text.rstrip()):
        return Mistake(
            "expression-ends", Span(max(0, len(text.rstrip()) - 1), len(text)), {"found": text}
        )
    word = re.match(r"[\w'’-]+|\S", text[at:])
    found_text = word.group() if word else text[at : at + 1]
    reserved = words.word("reserved", found_text)
    before = text[:at].strip()
    if reserved and before:
        return Mistake(
            "reserved-word",
            Span(at, at + len(found_text)),
            {"found": found_text, "before": before.split()[-1], "all": text},
        )
    return Mistake(
        "expression-odd", Span(at, at + len(found_text)), {"found": found_text, "before": before}
    )
