"""Names that are declared by being met in an order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from gbk.syntax.words import pattern, words

_DIE = re.compile(r"[dк]\d")


_DICE_ATTRIBUTE = re.compile(r"(?:^|,)[ \t]*([^\W\d]\w*)[ \t]+\(?\d*[dк]\d", re.MULTILINE)


_COMMENT = re.compile(r"^[ \t]*//.*$", re.MULTILINE)


def dice_attributes(text: str) -> set[str]:
    """The names in a source text that dice follow, as an attribute of a foe has them."""
    found = set()
    at = 0
    while die := _DIE.search(text, at):
        start = text.rfind("\n", 0, die.start()) + 1
        at = text.find("\n", die.end())
        at = len(text) if at < 0 else at
        found.update(_DICE_ATTRIBUTE.findall(text[start:at]))
    return found


@dataclass(frozen=True, slots=True)
class _Forms:
    """How orders that declare what they name look: with their mark, in braces, and (`bare`) with
    no mark, as a statement. `verbs`: what such a text holds, folded."""

    marked: re.Pattern[str]
    bare: re.Pattern[str]
    amount: re.Pattern[str]
    listed: re.Pattern[str]
    verbs: tuple[str, ...]


@cache
def _forms(language: str) -> _Forms:
    verbs = pattern(language, "verb", "take", "offer", "mark")
    wield = pattern(language, "verb", "wield")
    up_to, of = pattern(language, "part", "upto"), pattern(language, "reserved", "of")
    order = rf"(?!{wield}\b)({verbs})[ \t]+([^{{}}\n]*)"
    flags = re.IGNORECASE | re.MULTILINE
    table = words(language).forms["verb"]
    return _Forms(
        re.compile(rf"(?:^[ \t]*![ \t]*|\{{[ \t]*){order}", flags),
        re.compile(rf"(?:^[ \t]*(?:![ \t]+)?|\{{[ \t]*){order}", flags),
        re.compile(
            rf"^(?:{up_to} )?(?:\d+|\([^)]*\)|\d*[dк]\d+(?:\s*[+-]\s*\d+)?)(?: {of})?\s+",
            re.IGNORECASE,
        ),
        re.compile(rf"^(?:{up_to} )?\S+ {of} \((.*)\)", re.IGNORECASE),
        (*table["take"], *table["offer"], *table["mark"]),
    )


def met_names(text: str, language: str, statements: bool = False) -> list[tuple[str, str, int]]:
    """(kind, name, offset) of what `take`, `offer` and `mark` name in a source text.
    `statements`: a line may be an order with no mark, as in a head."""
    forms, table = _forms(language), words(language)
    found: list[tuple[str, str, int]] = []
    folded = text.casefold()
    if not any(verb in folded for verb in forms.verbs):
        return found
    blank = _COMMENT.sub(lambda m: " " * len(m.group()), text)
    for match in (forms.bare if statements else forms.marked).finditer(blank):
        verb = table.word("verb", match.group(1))
        rest = match.group(2).split("->")[0]
        at = match.start(2)
        kind = "codeword" if verb == "mark" else "item"
        many = verb == "offer"
        listed = forms.listed.match(rest)
        if listed:
            at += listed.start(1)
            rest = listed.group(1)
            many = True
        for part in rest.split(",") if many else [rest.split(",")[0]]:
            name = part.strip().rstrip(".;")
            amount = forms.amount.match(name)
            if amount:
                name = name[amount.end() :]
            name = name.strip().strip('"“”«»')
            if name and table.word("part", name) not in ("again", "all"):
                place = blank.find(name, at) if name in part else at
                found.append((kind, name, place))
            at += len(part) + 1
    return found
