"""Names that are declared by being met in an order."""

from __future__ import annotations

import re

from gbk.bind.names import fold

_VERBS = ("take", "offer", "mark", "взять", "предложить", "отметить")


def _met(mark: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?:^[ \t]*{mark}|\{{[ \t]*)({'|'.join(_VERBS)})[ \t]+([^}}\n]*)",
        re.IGNORECASE | re.MULTILINE,
    )


_MET = _met(r"![ \t]*")
_MET_IN_HEAD = _met(r"!?[ \t]*")
"""Statements have no mark."""

_DIE = re.compile(r"[dк]\d")


_DICE_ATTRIBUTE = re.compile(r"(?:^|,)[ \t]*([^\W\d]\w*)[ \t]+\(?\d*[dк]\d", re.MULTILINE)


_AMOUNT = re.compile(
    r"^(?:up to |до )?(?:\d+|\([^)]*\)|\d*[dк]\d+(?:\s*[+-]\s*\d+)?)(?: (?:of|из))?\s+",
    re.IGNORECASE,
)


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


def met_names(text: str, head: bool = False) -> list[tuple[str, str, int]]:
    """(kind, name, offset) of what `take`, `offer` and `mark` name in a source text, that of a
    head or of a paragraph."""
    found: list[tuple[str, str, int]] = []
    folded = text.casefold()
    if not any(verb in folded for verb in _VERBS):
        return found
    blank = _COMMENT.sub(lambda m: " " * len(m.group()), text)
    for match in (_MET_IN_HEAD if head else _MET).finditer(blank):
        verb = match.group(1).casefold()
        rest = match.group(2).split(" ->")[0].split("->")[0]
        at = match.start(2)
        kind = "codeword" if verb in ("mark", "отметить") else "item"
        many = verb in ("offer", "предложить")
        listed = re.match(r"^(?:up to |до )?\S+ (?:of|из) \((.*)\)", rest)
        if listed:
            at += listed.start(1)
            rest = listed.group(1)
            many = True
        for part in rest.split(",") if many else [rest.split(",")[0]]:
            name = part.strip().rstrip(".;")
            amount = _AMOUNT.match(name)
            if amount:
                name = name[amount.end() :]
            name = name.strip().strip('"“”«»')
            if name and fold(name) not in ("again", "снова", "all"):
                place = blank.find(name, at) if name in part else at
                found.append((kind, name, place))
            at += len(part) + 1
    return found
