"""Choices: passed on the way through a paragraph, offered at its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from gbk.bind.names import fold, near
from gbk.lower import blocks, directives, expressions, spacing, text
from gbk.lower.code import Label
from gbk.lower.scope import Alias
from gbk.lower.unit import Passed, Unit
from gbk.model import tree
from gbk.model.book import Go, Offer, Step
from gbk.model.node import changed


def flow_of(u: Unit, body: Callable[[], None]) -> tuple[Step, ...]:
    """Run `body` and take what it adds to the flow."""
    outer, u.flow = u.flow, []
    body()
    inner, u.flow = u.flow, outer
    return tuple(inner)


def turn(u: Unit, target: tree.Target, mode: int) -> None:
    """Turn to a target; `mode` as in TURN: 1 at once, 0 with the reader's leave."""
    if target.kind == "back":
        u.w.out.features.add("history")
        u.w.op("TURNBACK", mode)
        return
    if target.kind == "return":
        u.w.op("BACKTO", mode)
        return
    u.w.op_ref("TURN", ("paragraph", key_of(u, target)), mode)


def key_of(u: Unit, target: tree.Target) -> str:
    """The key of the paragraph or step that a target names; "" (said) where there is none."""
    if target.kind != "name":
        return target.kind
    given = u.scope.find(target.text)
    if isinstance(given, Alias):
        return given.name
    own = u.key.split("/")[0]
    for key in _keys(u, target.text):
        if key in u.env.paragraphs:
            return key
    if u.compiler.said_before(target.text, "->"):
        return ""
    steps = [n for k, n in u.env.paragraph_names.items() if k.startswith(own + "/")]
    names = [n for k, n in u.env.paragraph_names.items() if "/" not in k]
    u.say(
        "unknown-target",
        "unknown-target",
        target.span,
        name=target.text,
        near=near(target.text, names + steps),
    )
    return ""


def _keys(u: Unit, name: str) -> tuple[str, str]:
    return f"{u.key.split('/')[0]}/{fold(name)}", fold(name)


def is_paragraph(u: Unit, name: str) -> bool:
    """Whether a name is that of a paragraph, or of a step of this one."""
    return any(key in u.env.paragraphs for key in _keys(u, name))


C = TypeVar("C", bound=tree.Choice | tree.Link)


def settled(u: Unit, choice: C) -> C:
    """The choice with every order in its braces among its effects: only now is it known which
    words are a rule's."""
    orders = tuple(
        piece
        for piece in choice.pieces
        if isinstance(piece, tree.Brace) and directives.is_order(u, piece.order)
    )
    if not orders:
        return choice
    closed = spacing.close_up(choice.pieces, lambda piece: piece in orders)
    pieces = tuple(piece for piece in closed if piece not in orders)
    return changed(choice, pieces=pieces, terms=(*choice.terms, *orders))


def passed(u: Unit, choice: tree.Choice | tree.Link) -> int:
    """Note a choice on the way; its number among the paragraph's choices."""
    choice = settled(u, choice)
    always = u.depth == 0
    entry = Passed(choice, -1 if always else u.slots(), Label(), u.scope, _plain(u, choice))
    if not always:
        u.w.num(1)
        u.w.op("FSTORE", entry.flag)
    u.passed.append(entry)
    guarded = any(isinstance(t, tree.Guard | tree.Brace) or t.kind == "once" for t in choice.terms)
    otherwise = any(isinstance(t, tree.Mark) and t.kind == "otherwise" for t in choice.terms)
    target = key_of(u, choice.target) if choice.target else None
    _secret_sum(u, choice)
    at = len(u.flow)
    u.flow.append(Offer(target, (), guarded, otherwise, choice.span))
    entry.flow, entry.flow_at = u.flow, at
    return len(u.passed) - 1


def _secret_sum(u: Unit, choice: tree.Choice | tree.Link) -> None:
    """`{secret 26 + 8}` must come to the number of the paragraph that the choice turns to."""
    for term in choice.terms:
        if isinstance(term, tree.Mark) and term.kind == "secret" and term.value is not None:
            total = u.env.constant(term.value)
            name = choice.target.text if choice.target else ""
            if total is None:
                u.say("syntax", "number-wanted", term.value.span)
            elif name.isdigit() and int(name) != total:
                u.say("bad-directive", "secret-sum", term.span, total=total, name=name)


def offer(u: Unit, use: bool = False) -> None:
    """The end of a paragraph: thresholds, then its open choices. Of a `use` they are asked once,
    and where none is open it goes on.

    What taking a choice does is written first, since it may pass further choices."""
    menu = Label() if use else u.done
    if any(entry.plain is None for entry in u.passed):
        u.w.jump("JUMP", menu)
    number = 0
    while number < len(u.passed):
        entry = u.passed[number]
        if _mark(entry.choice, "once"):
            entry.once = u.own("once")
        if entry.plain is None:
            _taken(u, entry)
        number += 1
    u.w.put(menu)
    if u.env.watched and not use:
        u.w.op("LOOK")
    if not u.passed:
        u.w.op("STUCK")
        return
    count = -1
    if any(_mark(p.choice, "otherwise") for p in u.passed):
        count = u.slots()
    u.w.op("MENU", 2)
    if count >= 0:
        u.w.num(0)
        u.w.op("FSTORE", count)
    for number, entry in enumerate(u.passed):
        _option(u, number, entry, count)
    u.w.op("CHOOSE")
    if any(entry.plain is None for entry in u.passed):
        nowhere = Label()
        u.w.switch([nowhere if entry.plain is not None else entry.taken for entry in u.passed])
        u.w.put(nowhere)
    if use:
        u.w.put(u.done)
    else:
        u.w.op("STUCK")


def _plain(u: Unit, choice: tree.Choice | tree.Link) -> str | None:
    """The text of a choice that does nothing but turn, else None."""
    if (
        isinstance(choice, tree.Link)
        or choice.target is None
        or choice.target.kind != "name"
        or any(
            isinstance(t, tree.Brace) or t.kind == "once"
            for t in choice.terms
            if isinstance(t, tree.Brace | tree.Mark)
        )
    ):
        return None
    return text.static(u, choice.pieces)


def _mark(choice: tree.Choice | tree.Link, kind: str) -> bool:
    return any(isinstance(t, tree.Mark) and t.kind == kind for t in choice.terms)


def guards(
    u: Unit,
    terms: tuple[tree.Term, ...],
    closed: Label,
    once: tuple[str, ...] | None,
    shut: Label | None = None,
) -> None:
    """Jump to `closed` unless every guard and price holds; for these to `shut`, if given."""
    for term in terms:
        match term:
            case tree.Guard(condition=condition):
                expressions.unless(u, condition, shut or closed)
            case tree.Mark(kind="once") if once:
                u.w.op_ref("LOAD", once)
                u.w.op("NOT")
                u.w.jump("JZ", closed)
            case tree.Brace(order=order) if directives.verb_of(u, order) == "pay":
                price = directives.price(u, order)
                if price is None:
                    continue
                amount, place = price
                expressions.value(u, place)
                expressions.value(u, amount)
                u.w.op("GE")
                u.w.jump("JZ", shut or closed)


def _option(u: Unit, number: int, entry: Passed, count: int) -> None:
    closed = Label()
    choice = entry.choice
    outer, u.scope = u.scope, entry.scope
    if entry.flag >= 0:
        u.w.op("FLOAD", entry.flag)
        u.w.jump("JZ", closed)
    otherwise = _mark(choice, "otherwise")

    def open_one() -> None:
        words = entry.plain
        if words is not None:
            assert choice.target is not None
            u.w.op("GO", u.w.string(words), 0)
            u.w.out.refs.append((len(u.w.out.code) - 1, ("paragraph", key_of(u, choice.target))))
        else:
            _numbered(u, number, choice.pieces)
        if count >= 0 and not otherwise:
            u.w.op("FLOAD", count)
            u.w.num(1)
            u.w.op("ADD")
            u.w.op("FSTORE", count)

    if otherwise:
        u.w.op("FLOAD", count)
        u.w.op("NOT")
        u.w.jump("JZ", closed)
    _guarded(u, choice, entry.once, closed, open_one)
    u.scope = outer
    u.w.put(closed)


def _guarded(
    u: Unit,
    choice: tree.Choice | tree.Link,
    once: tuple[str, ...] | None,
    closed: Label,
    open_one: Callable[[], None],
) -> None:
    """What `open_one` writes if the choice is open; its text alone where the book shows those
    that are not."""
    shut = Label() if u.env.shows_locked and isinstance(choice, tree.Choice) else None
    guards(u, choice.terms, closed, once, shut)
    open_one()
    if shut is not None:
        u.w.jump("JUMP", closed)
        u.w.put(shut)
        u.w.op("SHUT")
        text.sentence(u, choice.pieces)


def option(u: Unit, number: int, choice: tree.Choice, once: tuple[str, ...] | None) -> None:
    """An option of a menu with its guards and its text."""
    closed = Label()
    _guarded(u, choice, once, closed, lambda: _numbered(u, number, choice.pieces))
    u.w.put(closed)


def _numbered(u: Unit, number: int, pieces: tuple[tree.Piece, ...]) -> None:
    u.w.num(number)
    u.w.op("OPTION")
    text.sentence(u, pieces)


def effects(u: Unit, terms: tuple[tree.Term, ...], once: tuple[str, ...] | None) -> None:
    """What taking a choice does, before its turn or block."""
    if once:
        u.w.num(1)
        u.w.op_ref("STORE", once)
    for term in terms:
        if isinstance(term, tree.Brace):
            directives.inline(u, term.order, paying=True)


def _taken(u: Unit, entry: Passed) -> None:

    choice = entry.choice
    outer, u.scope = u.scope, entry.scope
    u.w.put(entry.taken)

    def body() -> None:
        effects(u, choice.terms, entry.once)
        if choice.target is not None:
            turn(u, choice.target, 1)
        elif isinstance(choice, tree.Choice):
            u.depth += 1
            blocks.block(u, choice.block)
            u.depth -= 1
            u.w.jump("JUMP", u.done)

    steps = flow_of(u, body)
    old = entry.flow[entry.flow_at]
    assert isinstance(old, Offer)
    if choice.target is not None:
        steps = (*steps, Go(old.target or "", choice.target.span))
    entry.flow[entry.flow_at] = Offer(old.target, steps, old.guarded, old.otherwise, old.span)
    u.scope = outer
