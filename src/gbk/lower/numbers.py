"""Numbers that change: what `gain`, `lose`, `set`, `=` and `roll` may write to."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from gbk.bind import symbols
from gbk.bind.names import near
from gbk.lower import expressions
from gbk.lower.scope import Record, Row, Scope, Slot, Text, Thing
from gbk.lower.unit import Unit
from gbk.model import tree
from gbk.model.source import Span


@dataclass(slots=True, eq=False, repr=False)
class Target:
    """Where a number is kept. `load` and `store` are instructions with their operand, or
    ("PEEK", slot): the address stands in that frame slot. `stat`: whose bounds hold;
    `low`: the bound of a foe's number; `start`: the stat whose start value this is."""

    load: tuple[str, int]
    stat: symbols.Stat | None = None
    low: int | None = None
    start: symbols.Stat | None = None


def target(u: Unit, e: tree.Expr) -> Target | None:
    """What an expression names as a place for a number; None (said) where it names none."""
    match e:
        case tree.Name(text=text) | tree.Quote(text=text):
            var = u.scope.find(text) or u.scope.find(u.env.canonical(text))
            if isinstance(var, Slot | Text | Record | Thing) and getattr(var, "k", -1) >= 0:
                return Target(("FLOAD", var.k))
            stat = expressions.symbol(u, text)
            if isinstance(stat, symbols.Stat) and not stat.size:
                return Target(("LOAD", stat.slot), stat)
            if isinstance(stat, symbols.Stat) or isinstance(var, Row):
                u.say("syntax", "row-alone", e.span, name=text)
                return None
            u.say(
                "unknown-name",
                "no-such-stat",
                e.span,
                name=text,
                near=near(text, [s.name for s in u.env.stats]),
            )
            return None
        case tree.Fact(kind="start", subject=tree.Name(text=text)):
            stat = expressions.symbol(u, text)
            if isinstance(stat, symbols.Stat) and stat.start >= 0:
                return Target(("LOAD", stat.start), start=stat)
            u.say(
                "unknown-name",
                "no-such-stat",
                e.span,
                name=text,
                near=near(text, [s.name for s in u.env.stats]),
            )
            return None
        case tree.Index():
            slot = u.slots()
            if not expressions.index_address(u, e):
                return None
            u.w.op("FSTORE", slot)
            row = expressions.symbol(u, e.row.text) if isinstance(e.row, tree.Name) else None
            return Target(("PEEK", slot), row if isinstance(row, symbols.Stat) else None)
        case tree.Field():
            at = expressions.field_address(u, e)
            if at is None:
                return None
            if at[0] == "PEEK":
                slot = u.slots()
                u.w.op("FSTORE", slot)
                return Target(("PEEK", slot), low=0)
            return Target(at, low=0)
    u.say("syntax", "not-a-place", e.span)
    return None


def write(u: Unit, to: Target, push: Callable[[], None], bounded: bool = True) -> None:
    """Store what `push` pushes, within the bounds of the stat or foe."""
    kind, where = to.load
    if kind == "PEEK":
        u.w.op("FLOAD", where)
    push()
    if bounded:
        clamp(u, to)
    if kind == "PEEK":
        u.w.op("POKE")
    else:
        u.w.op("FSTORE" if kind == "FLOAD" else "STORE", where)
    if to.start is not None and to.start.to_start:
        of = Target(("LOAD", to.start.slot), to.start)
        write(u, of, lambda: read(u, of))


def clamp(u: Unit, to: Target) -> None:
    """Bring the number on the stack within its bounds."""
    if to.low is not None:
        u.w.num(to.low)
        u.w.op("MAX")
    stat = to.stat
    if stat is None:
        return
    outer, u.scope = u.scope, Scope()
    if stat.low is not None:
        expressions.value(u, stat.low)
        u.w.op("MAX")
    if stat.low is None and stat.size == 0 and stat.declared.grades:
        u.w.num(0)
        u.w.op("MAX")
    if stat.declared.grades:
        u.w.num(len(stat.declared.grades) - 1)
        u.w.op("MIN")
    if stat.to_start and stat.start >= 0:
        u.w.op("LOAD", stat.start)
        u.w.op("MIN")
    if stat.high is not None:
        expressions.value(u, stat.high)
        u.w.op("MIN")
    u.scope = outer


def read(u: Unit, to: Target) -> None:
    kind, where = to.load
    if kind == "PEEK":
        u.w.op("FLOAD", where)
        u.w.op("PEEK")
    else:
        u.w.op(kind, where)


def change(u: Unit, verb: str, amount: tree.Expr, place: tree.Expr) -> None:
    """`gain`, `lose`, `set`."""
    to = target(u, place)
    if to is None:
        return
    fixed = u.env.constant(amount)
    if verb != "set" and fixed is not None and fixed < 0:
        other = "lose" if verb == "gain" else "gain"
        u.say(
            "bad-directive", "amount-negative", amount.span, name=verb, other=other, amount=-fixed
        )

    def push() -> None:
        if verb != "set":
            read(u, to)
        u.label = label_of(u, place)
        expressions.value(u, amount)
        u.label = ""
        if verb != "set":
            u.w.op("ADD" if verb == "gain" else "SUB")

    write(u, to, push)


def label_of(u: Unit, place: tree.Expr) -> str:
    """How a roll for this place is called on the page."""
    match place:
        case tree.Name(text=text) | tree.Quote(text=text):
            return u.env.translated(text)
        case tree.Field(attribute=attribute):
            return u.env.translated(attribute)
        case tree.Index(row=tree.Name(text=text)):
            return u.env.translated(text)
    return ""


_WORDS = re.compile(r"\([^()]*(?:\([^()]*\)[^()]*)*\)(?:\S*)|[\"“«][^\"”»]*[\"”»]\S*|\S+")


def amount_and_place(
    u: Unit, part: tree.Slice, need_amount: bool = True
) -> tuple[tree.Expr, tree.Expr] | None:
    """`3 gold`, `(price + 1) gold`, `1d6 + 2 strength`, `1 start strength`: the place is the
    longest name at the end. A finding, and None, where there is none."""
    words = list(_WORDS.finditer(part.text))
    odd: tree.Slice | None = None
    for cut in range(1, len(words)):
        at = words[cut].start()
        rest = part.text[at:].strip()
        place = _place(u, rest, Span(part.span.start + at, part.span.end))
        if place is None:
            continue
        head = part.text[:at].strip()
        amount = u.try_parse(tree.Slice(head, Span(part.span.start, part.span.start + len(head))))
        if amount is not None:
            return amount, place
        odd = odd or tree.Slice(head, Span(part.span.start, part.span.start + len(head)))
    if odd is not None:
        u.parse(odd)
        return None
    if (
        len(words) >= 2
        and _place(u, " ".join(w.group() for w in words[:-1]), part.span) is not None
    ):
        u.say(
            "syntax",
            "amount-first",
            part.span,
            name=" ".join(w.group() for w in words[:-1]),
            amount=words[-1].group(),
        )
        return None
    last = words[-1].group() if words else ""
    whole = u.try_parse(part)
    if len(words) == 1 and isinstance(whole, tree.Number | tree.Dice | tree.It):
        u.say("syntax", "place-missing", part.span, amount=last)
    elif len(words) == 1 and whole is not None:
        u.say("syntax", "amount-missing", part.span, name=last)
    else:
        name = " ".join(w.group() for w in words[1:]) or last
        u.say(
            "unknown-name",
            "no-such-stat",
            part.span,
            name=name,
            near=near(name, [s.name for s in u.env.stats]),
        )
    return None


def _place(u: Unit, text: str, span: Span) -> tree.Expr | None:
    """The expression of a place, if the text is one that is known."""
    if re.search(r"[.\[]", text):
        e = u.try_parse(tree.Slice(text, span))
        return e if isinstance(e, tree.Field | tree.Index) else None
    plain = text.strip('"“”«»')
    var = u.scope.find(plain)
    if isinstance(var, Slot):
        return tree.Name(plain, span)
    if isinstance(expressions.symbol(u, plain), symbols.Stat):
        return tree.Name(plain, span)
    word, _, name = plain.partition(" ")
    started = u.env.word("expression", word) == "start"
    if started and isinstance(expressions.symbol(u, name), symbols.Stat):
        return tree.Fact("start", tree.Name(name, span), None, span)
    return None
