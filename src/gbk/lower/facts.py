"""Facts of the game in expressions: what is carried, marked, visited."""

from __future__ import annotations

from collections.abc import Callable

from gbk.bind import symbols
from gbk.bind.names import fold, near
from gbk.lower import expressions
from gbk.lower.unit import Unit
from gbk.model import tree
from gbk.model.source import Span


def fact(u: Unit, e: tree.Fact) -> None:
    """Push a fact; a name of the same words is meant before it."""
    if e.words and (u.scope.find(e.words) or u.env.find(e.words)):
        expressions.name(u, e.words, e.span)
        return
    _FACTS[e.kind](u, e)


def _subject(e: tree.Fact) -> str:
    return e.subject.text if isinstance(e.subject, tree.Name | tree.Quote) else ""


def _has(u: Unit, e: tree.Fact) -> None:
    text = _subject(e)
    match expressions.symbol(u, text):
        case symbols.Item() as item:
            u.use("item", item.name, "look", e.span)
            u.w.op("LOAD", item.slot)
        case symbols.Codeword() as word:
            u.use("codeword", word.name, "look", e.span)
            u.w.op("LOAD", word.slot)
        case symbols.Stat(size=0) as stat:
            expressions.load_stat(u, stat)
        case symbols.Kind(name=kind):
            _count_kind(u, fold(kind), e.span)
        case _:
            u.say("unknown-name", "no-such-item", e.span, name=text, near=near_item(u, text))
            u.w.num(0)
    if e.amount is not None:
        expressions.value(u, e.amount)
        u.w.op("GE")
    else:
        u.w.num(0)
        u.w.op("GT")


def near_item(u: Unit, text: str) -> str:
    return near(text, [item.name for item in u.env.items])


def _count(u: Unit, e: tree.Fact) -> None:
    text = _subject(e)
    found = expressions.symbol(u, text)
    if isinstance(found, symbols.Item):
        u.use("item", found.name, "look", e.span)
        u.w.op("LOAD", found.slot)
    elif isinstance(found, symbols.Kind) or fold(text) in u.env.kinds or fold(text) == "bag":
        _count_kind(u, fold(text), e.span)
    else:
        u.say("unknown-name", "no-such-item", e.span, name=text, near=near_item(u, text))
        u.w.num(0)


def _count_kind(u: Unit, kind: str, span: Span) -> None:
    u.w.num(0)
    for item in u.env.items:
        if item.kind == u.env.kind_key(kind):
            u.use("item", item.name, "look", span)
            u.w.op("LOAD", item.slot)
            u.w.op("ADD")


def _has_any(u: Unit, e: tree.Fact) -> None:
    _count_kind(u, _subject(e), e.span)
    u.w.num(0)
    u.w.op("GT")


def _wields(u: Unit, e: tree.Fact) -> None:
    item = expressions.symbol(u, _subject(e))
    if not isinstance(item, symbols.Item):
        u.say(
            "unknown-name", "no-such-item", e.span, name=_subject(e), near=near_item(u, _subject(e))
        )
        u.w.num(0)
        return
    u.use("item", item.name, "look", e.span)
    u.w.op("LOAD", u.env.wielded)
    u.w.num(item.number + 1)
    u.w.op("EQ")


def _marked(u: Unit, e: tree.Fact) -> None:
    text = _subject(e)
    word = expressions.symbol(u, text)
    if isinstance(word, symbols.Codeword | symbols.Item):
        kind = "codeword" if isinstance(word, symbols.Codeword) else "item"
        u.use(kind, word.name, "look", e.span)
        u.w.op("LOAD", word.slot)
        u.w.num(0)
        u.w.op("GT")
    else:
        u.say(
            "unknown-name",
            "no-such-codeword",
            e.span,
            name=text,
            near=near(text, [c.name for c in u.env.codewords]),
        )
        u.w.num(0)


def visits(u: Unit, text: str, span: Span) -> bool:
    """Push how often a paragraph was come to, now included. True if it is this one."""
    here = u.env.word("part", text) == "here"
    key = u.key.split("/")[0] if here else fold(text)
    if key not in u.env.paragraphs:
        u.say(
            "unknown-target",
            "unknown-target",
            span,
            name=text,
            near=near(text, u.env.paragraph_names.values()),
        )
        u.w.num(0)
        return False
    u.w.op_ref("LOAD", ("visits", key))
    return key == u.key.split("/")[0]


def _visited(u: Unit, e: tree.Fact) -> None:
    here = visits(u, _subject(e), e.span)
    u.w.num(1 if here else 0)
    u.w.op("GT")


def _visits(u: Unit, e: tree.Fact) -> None:
    visits(u, _subject(e), e.span)


def _first_visit(u: Unit, e: tree.Fact) -> None:
    visits(u, "here", e.span)
    u.w.num(1)
    u.w.op("EQ")


def _start(u: Unit, e: tree.Fact) -> None:
    stat = expressions.symbol(u, _subject(e))
    if isinstance(stat, symbols.Stat) and stat.start >= 0:
        u.w.op("LOAD", stat.start)
    else:
        u.say(
            "unknown-name",
            "no-such-stat",
            e.span,
            name=_subject(e),
            near=near(_subject(e), [s.name for s in u.env.stats]),
        )
        u.w.num(0)


_FACTS: dict[str, Callable[[Unit, tree.Fact], None]] = {
    "has": _has,
    "count": _count,
    "wields": _wields,
    "marked": _marked,
    "visited": _visited,
    "visits": _visits,
    "has any": _has_any,
    "start": _start,
    "first visit": _first_visit,
}


def at_least(u: Unit, e: tree.AtLeast) -> None:
    u.w.num(0)
    for fact in e.facts:
        expressions.value(u, fact)
        u.w.num(0)
        u.w.op("NE")
        u.w.op("ADD")
    expressions.value(u, e.count)
    u.w.op("GE")
