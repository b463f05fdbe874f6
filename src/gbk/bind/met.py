"""Names that are declared by being met in an order."""

from __future__ import annotations

import re

from gbk.bind.names import fold

_MET = re.compile(
    r"(?:^[ \t]*!?[ \t]*|\{[ \t]*)(take|offer|mark|взять|предложить|отметить)[ \t]+([^}\n]*)",
    re.IGNORECASE | re.MULTILINE,
)


DICE_ATTRIBUTE = re.compile(r"(?:^|,)[ ]*([^\W\d]\w*)[ ]+\(?\d*[dк]\d", re.MULTILINE)


_AMOUNT = re.compile(
    r"^(?:up to |до )?(?:\d+|\([^)]*\)|\d*[dк]\d+(?:\s*[+-]\s*\d+)?)(?: (?:of|из))?\s+",
    re.IGNORECASE,
)


_COMMENT = re.compile(r"^[ \t]*//.*$", re.MULTILINE)


def met_names(text: str) -> list[tuple[str, str, int]]:
    """(kind, name, offset) of what `take`, `offer` and `mark` name in a source text."""
    found: list[tuple[str, str, int]] = []
    if (
        "take" not in text
        and "offer" not in text
        and "mark" not in text
        and not _CYRILLIC_MET.search(text)
    ):
        return found
    blank = _COMMENT.sub(lambda m: " " * len(m.group()), text)
    for match in _MET.finditer(blank):
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


_CYRILLIC_MET = re.compile("взять|предложить|отметить", re.IGNORECASE)
