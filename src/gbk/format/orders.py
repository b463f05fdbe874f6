"""Blanks in orders, conditions and declarations."""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"""(?P<blank>[ \t]+)|(?P<quote>"[^"]*"|“[^”]*”|«[^»]*»)|(?P<line>\n)"""
    r"""|(?P<apart>->|!=|<=|>=|=+|[<>≠≤≥])|(?P<dots>(?<!\.)\.\.(?!\.))|(?P<comma>,)"""
    r"""|(?P<opens>[(\[{])|(?P<closes>[)\]}])|(?P<word>[^\s"“«=<>≠≤≥,()\[\]{}.!-]+|.)""",
    re.DOTALL,
)

_MARKS = ("?", "!", "*", ">", "-")


def order(text: str) -> str:
    """The text with the blanks that the language's page writes: none inside brackets and
    before commas, one behind commas and on both sides of `->`, `=` and comparisons, elsewhere
    one where there were some. Quoted texts and line ends stay."""
    out: list[str] = []
    before, text_before, blank = "start", "", False
    for match in _TOKEN.finditer(text.strip(" \t")):
        kind, token = match.lastgroup or "", match.group()
        if kind == "blank":
            blank = True
            continue
        if token in _MARKS and before in ("start", "line"):
            kind = "mark"
        if _apart(before, text_before, kind, token, blank):
            out.append(" ")
        out.append(token)
        before, text_before, blank = kind, token, False
    return "".join(out)


def _apart(before: str, text_before: str, kind: str, token: str, blank: bool) -> bool:
    """Does a blank stand between two tokens? `blank`: there was one."""
    if before == "mark" or text_before == "\\":
        return blank  # with a blank behind it a mark tells what a line is
    if "line" in (before, kind) or before in ("start", "opens"):
        return False
    if kind in ("closes", "comma"):
        return False
    if "apart" in (before, kind) or before == "comma" or (token == "{" and text_before != "/"):
        return True
    return blank and "dots" not in (before, kind)
