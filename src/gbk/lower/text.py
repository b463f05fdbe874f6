"""Prose: text with values, forms, links and orders in it."""

from __future__ import annotations

from gbk.bind import symbols
from gbk.bind.names import fold
from gbk.lower import choices, directives, expressions, facts, items, members, spacing
from gbk.lower.code import Label
from gbk.lower.scope import Record, Text
from gbk.lower.typography import Typesetter
from gbk.lower.unit import Unit
from gbk.model import tree
from gbk.model.program import BLOCKS
from gbk.syntax import Mistake, parse_pieces

EMPHASIS, STRONG = "\x01", "\x02"


class Prose:
    """Gathers plain text until something else must be said, then writes it as one string."""

    def __init__(self, u: Unit, setter: Typesetter | None) -> None:
        self.u = u
        self.setter = setter
        self.pending: list[str] = []

    def flush(self) -> None:
        if self.pending:
            text = "".join(self.pending)
            self.pending.clear()
            if text:
                self.u.w.op("TEXT", self.u.w.string(text))

    def plain(self, text: str) -> None:
        self.pending.append(self.setter.set(text) if self.setter else text)

    def pieces(self, pieces: tuple[tree.Piece, ...]) -> None:
        for piece in spacing.close_up(pieces, self._silent):
            self.piece(piece)

    def _silent(self, piece: tree.Piece) -> bool:
        return isinstance(piece, tree.Brace) and directives.is_order(self.u, piece.order)

    def piece(self, piece: tree.Piece) -> None:
        match piece:
            case tree.Plain(text=text):
                self.plain(text)
            case tree.Emphasis(strong=strong, pieces=inner):
                mark = STRONG if strong else EMPHASIS
                self.pending.append(mark)
                self.pieces(inner)
                self.pending.append(mark)
            case tree.Brace():
                self._brace(piece)
            case tree.Either():
                self._either(piece)
            case tree.Plural():
                self._plural(piece)
            case tree.Vary():
                self._vary(piece)
            case tree.Note(pieces=inner):
                self.plain(" (")
                self.pieces(inner)
                self.plain(")")
            case tree.Link():
                self._link(piece)

    def _brace(self, piece: tree.Brace) -> None:
        u = self.u
        order = piece.order

        if directives.is_order(u, order):
            self.flush()
            directives.inline(u, order)
            return
        expr = u.parse(order.head)
        if expr is None:
            return
        self.flush()
        digits = 0
        for part in order.parts:
            number, _, word = part.text.partition(" ")
            if number.isdigit() and u.env.word("part", word) == "digits":
                digits = int(number)
            else:
                u.say("syntax", "brace-part", part.span, found=part.text)
        shown(u, expr, digits)
        if self.setter:
            self.setter.before = "0"

    def _either(self, piece: tree.Either) -> None:
        u = self.u
        self.flush()
        other, end = Label(), Label()
        expressions.value(u, piece.condition)
        u.w.jump("JZ", other)
        self.pieces(piece.yes)
        self.flush()
        u.w.jump("JUMP", end)
        u.w.put(other)
        self.pieces(piece.no)
        self.flush()
        u.w.put(end)

    def _forms(self, forms: tuple[tuple[tree.Piece, ...], ...]) -> None:
        """Pop a number and say the form with that number, the last one beyond."""
        u = self.u
        labels, end = [Label() for _ in forms], Label()
        u.w.switch(labels[:-1])
        for label, form in [(labels[-1], forms[-1]), *zip(labels[:-1], forms[:-1], strict=True)]:
            u.w.put(label)
            self.pieces(form)
            self.flush()
            u.w.jump("JUMP", end)
        u.w.put(end)

    def _plural(self, piece: tree.Plural) -> None:
        self.flush()
        expressions.value(self.u, piece.value)
        self.u.w.op("PLURAL")
        wanted = 3 if self.u.env.language == "ru" else 2
        if len(piece.forms) != wanted and self.u.rule is None:
            self.u.say("syntax", "plural-forms", piece.span, found=len(piece.forms), wanted=wanted)
        self._forms(piece.forms)

    def _vary(self, piece: tree.Vary) -> None:
        u = self.u
        self.flush()
        if piece.kind == "random":
            u.w.op("VARY", len(piece.forms))
        else:
            # visits count from 1; the cycle starts anew after its last form
            count = len(piece.forms)
            facts.visits(u, "here", piece.span)
            u.w.num(1)
            u.w.op("SUB")
            u.w.op("DUP")
            u.w.num(count)
            u.w.op("DIVDOWN")
            u.w.num(count)
            u.w.op("MUL")
            u.w.op("SUB")
        self._forms(piece.forms)

    def _link(self, piece: tree.Link) -> None:

        u = self.u
        self.flush()
        number = choices.passed(u, piece)
        u.w.op("LINK", number)
        self.pieces(u.passed[number].choice.pieces)
        self.flush()
        u.w.op("LINK", -1)


def shown(u: Unit, expr: tree.Expr, digits: int = 0) -> None:
    """Say the value of an expression: a number, or the word or name that it is."""
    secret = expressions.symbol(u, expr.text) if isinstance(expr, tree.Name) else None
    if isinstance(secret, symbols.Stat) and secret.declared.secret:
        u.say("bad-directive", "secret-shown", expr.span, name=secret.name)
        return
    held = items.thing(u, expr)
    if held is not None:
        items.each(u, held, lambda: shown(u, expr), lambda: None)
        return
    words = members.words_of(u, expr)
    if words is not None:
        expressions.value(u, expr)
        u.w.num(1)
        u.w.op("SUB")
        members.say_one_of(u, words)
        return
    if isinstance(expr, tree.Name):
        var = u.scope.find(expr.text)
        stat = expressions.symbol(u, expr.text)
        if isinstance(var, Record) and var.k >= 0:
            u.w.op("FLOAD", var.k)
            u.w.op("PEEK")
            u.w.op("NAME")
            return
        if isinstance(var, Text):
            u.w.op("FLOAD", var.k)
            u.w.op("NAME")
            return
        if isinstance(stat, symbols.Stat) and stat.declared.grades:
            expressions.value(u, expr)
            members.say_one_of(u, stat.declared.grades)
            return
        if isinstance(stat, symbols.Item):
            if var is not None:
                u.w.op("TEXT", u.w.string(u.env.translated(stat.name)))
            else:
                u.say("syntax", "item-shown", expr.span, name=stat.name)
            return
    expressions.value(u, expr)
    u.w.op("VALUE", digits)


def block(u: Unit, prose: tree.Prose) -> None:
    """One printed paragraph."""
    if prose.kind == "ornament":
        u.w.op("BREAK", BLOCKS.index("ornament"))
        return
    writer = Prose(u, Typesetter(u.env.language))
    if prose.kind == "dialogue":
        writer.plain("— ")
    writer.pieces(prose.pieces)
    writer.flush()
    u.w.op("BREAK", BLOCKS.index(prose.kind))


def sentence(u: Unit, pieces: tuple[tree.Piece, ...]) -> None:
    """What a choice, a question or a rule says, in the book's language."""
    text = source_of(pieces)
    translated = u.env.translations.get(fold(text)) if text else None
    if translated is not None and u.rule is not None:
        pieces = parse_pieces(translated, 0, u.env.language)
    writer = Prose(u, Typesetter(u.env.language, breaking=True))
    writer.pieces(pieces)
    writer.flush()


def quoted(u: Unit, text: str, at: int) -> None:
    """What a quoted text says: prose, with values in it. `at`: where it stands in its unit."""
    try:
        pieces = parse_pieces(text, at, u.env.language)
    except Mistake as mistake:
        u.say("syntax", mistake.key, mistake.span, **mistake.names)
        return
    sentence(u, pieces)


def end(u: Unit, said: str, at: int) -> str:
    """The text of an ending; one that shows values is said as prose, and "" is left."""
    try:
        pieces = parse_pieces(said, at, u.env.language)
    except Mistake as mistake:
        u.say("syntax", mistake.key, mistake.span, **mistake.names)
        return ""
    plain = static(u, pieces)
    if plain is not None:
        return plain
    sentence(u, pieces)
    u.w.op("BREAK", BLOCKS.index("plain"))
    return ""


def question(u: Unit, part: tree.Slice) -> None:
    """What is asked: the quoted text of an order."""
    inside = part.text.strip('"“”«» ')
    if inside:
        quoted(u, inside, part.span.start + part.text.find(inside))


def source_of(pieces: tuple[tree.Piece, ...]) -> str:
    """The text of simple pieces as an author wrote them; "" where there is more to them."""
    out = []
    for piece in pieces:
        match piece:
            case tree.Plain(text=text):
                out.append(text)
            case tree.Brace(order=order) if not order.parts:
                out.append("{" + order.head.text + "}")
            case _:
                return ""
    return "".join(out).strip()


def static(u: Unit, pieces: tuple[tree.Piece, ...]) -> str | None:
    """The text of pieces in which nothing changes, or None."""
    setter = Typesetter(u.env.language, breaking=True)
    out: list[str] = []

    def walk(inner: tuple[tree.Piece, ...]) -> bool:
        for piece in inner:
            match piece:
                case tree.Plain(text=text):
                    out.append(setter.set(text))
                case tree.Emphasis(strong=strong, pieces=deeper):
                    mark = STRONG if strong else EMPHASIS
                    out.append(mark)
                    if not walk(deeper):
                        return False
                    out.append(mark)
                case _:
                    return False
        return True

    return "".join(out).strip() if walk(pieces) else None
