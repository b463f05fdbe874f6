"""Which rule's pattern an order fits, and what stands for its parameters."""

from __future__ import annotations

import re

from gbk.bind.names import fold
from gbk.bind.symbols import Rule
from gbk.lower.unit import Unit

_TOKEN = re.compile(r"\([^()]*(?:\([^()]*\)[^()]*)*\)|[\"“«][^\"”»]*[\"”»]|/|[^\s/]+")


Match = tuple[Rule, dict[str, tuple[str, int]]]


def match(u: Unit, head: str) -> Match | None:
    """The rule whose pattern fits, the one with most literals; its parameters' text and
    offset in `head`."""
    return next(iter(matches(u, head)), None)


def matches(u: Unit, head: str) -> list[Match]:
    """All rules that fit with as many literals as any."""
    tokens = [(m.group(), m.start()) for m in _TOKEN.finditer(head)]
    most, best = 0, list[Match]()
    for rule in u.env.rules:
        for pattern in (rule.pattern, *rule.also):
            slices = _fit(pattern, tokens, head)
            literals = sum(not word.startswith("{") for word in pattern)
            if slices is None or literals < most or any(rule is other for other, _ in best):
                continue
            if literals > most:
                most, best = literals, []
            best.append((rule, slices))
    return best


def _fit(
    pattern: tuple[str, ...], tokens: list[tuple[str, int]], head: str
) -> dict[str, tuple[str, int]] | None:
    slices: dict[str, tuple[str, int]] = {}
    at = 0
    for number, word in enumerate(pattern):
        if not word.startswith("{"):
            if at >= len(tokens) or fold(tokens[at][0]) != word:
                return None
            at += 1
            continue
        following = next((w for w in pattern[number + 1 :] if not w.startswith("{")), None)
        start = at
        if following is None and number == len(pattern) - 1:
            at = len(tokens)
        elif following is None:
            at += 1
        else:
            while at < len(tokens) and fold(tokens[at][0]) != following:
                at += 1
        if start >= len(tokens) or at == start:
            piece = ("", len(head))
        else:
            last = tokens[min(at, len(tokens)) - 1]
            piece = (head[tokens[start][1] : last[1] + len(last[0])], tokens[start][1])
        if not piece[0] and not word.strip("{}").endswith("s"):
            return None
        slices[word.strip("{}")] = piece
    return slices if at >= len(tokens) else None
