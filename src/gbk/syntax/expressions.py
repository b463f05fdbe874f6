"""Expressions: from text to tree, through `grammar/phrase.lark`."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedInput, VisitError

from gbk.model import tree
from gbk.model.source import Span
from gbk.syntax import grammars
from gbk.syntax.mistakes import Mistake, expression_mistake
from gbk.syntax.words import words

_WORD = r"[^\W\d][\w]*(?:['’-][\w]+)*['’]?"


@cache
def parser(language: str) -> Lark:
    """The expression grammar with the words of a language."""
    table = words(language)
    reserved = table.pattern("reserved", *table.forms["reserved"])
    free = rf"(?!(?:{reserved})(?![\w'’-])){_WORD}"
    lines = [
        f"NAME.1: /{free}(?:[ \\t\\n]+(?:{free}|\\d+(?![\\w.]*[dк]\\d)(?!\\w|\\.\\.)))*/i",
    ]
    for section, priority in (("reserved", 5), ("expression", 6)):
        for word in table.forms[section]:
            if word in ("min", "max", "roundup", "rounddown") or not table.forms[section][word]:
                continue
            pattern = table.pattern(section, word)
            ahead = r"(?![\w'’-])"
            if word in _PREFIX:
                ahead += r"(?=[ \t\n]+[\w\"“«(])"
            rank = priority + (2 if " " in table.forms[section][word][0] else 0)
            lines.append(f"{word.upper()}.{rank}: /(?:{pattern}){ahead}/i")
    lines.append(f"MINMAX.9: /(?:{table.pattern('expression', 'min', 'max')})(?=[ \\t]*\\()/i")
    lines.append(
        f"ROUNDED.9: /(?:{table.pattern('expression', 'roundup', 'rounddown')})(?=[ \\t]*\\()/i"
    )
    return grammars.parser(
        "phrase",
        f"-{language}",
        "\n".join(lines),
        lexer="contextual",
        start=["expression"],
        transformer=Build(language),
    )


_PREFIX = {
    "count",
    "wields",
    "marked",
    "visited",
    "visits",
    "start",
    "any",
    "every",
    "sum",
    "hasany",
    "hasnoany",
    "hasnot",
    "atleast",
}


def _span(*parts: Any) -> Span:
    """From the first to the last of tokens and trees."""
    starts: list[int] = [p.start_pos or 0 if isinstance(p, Token) else p.span.start for p in parts]
    ends: list[int] = [p.end_pos or 0 if isinstance(p, Token) else p.span.end for p in parts]
    return Span(min(starts), max(ends))


def _quoted(token: Token) -> str:
    return str(token)[1:-1].replace(_GLUE, " ")


def _said(token: Token) -> str:
    """The words of a token as they were written."""
    return str(token).replace(_GLUE, " ")


@v_args(inline=True)
class Build(Transformer[Token, Any]):
    """Grammar rules to tree classes, one method each."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.words = words(language)

    def expression(self, e: Any) -> Any:
        return e

    def spread_of(self, low: Any, _: Token, high: Any) -> tree.Spread:
        return tree.Spread(low, high, _span(low, high))

    def _join(self, op: Any, parts: tuple[Any, ...]) -> Any:
        result = parts[0]
        for part in parts[2::2]:
            result = tree.Binary(op, result, part, _span(result, part))
        return result

    def condition(self, *parts: Any) -> Any:
        return self._join("or", parts)

    def conjunction(self, *parts: Any) -> Any:
        return self._join("and", parts)

    def not_(self, word: Token, e: Any) -> tree.Unary:
        return tree.Unary("not", e, _span(word, e))

    def _binary(self, op: Any, left: Any, right: Any) -> tree.Binary:
        return tree.Binary(op, left, right, _span(left, right))

    def equal(self, a: Any, _: Token, b: Any) -> tree.Expr:
        if isinstance(b, tree.Nothing):
            return tree.Given(a, False, _span(a, b))
        return self._binary("=", a, b)

    def unequal(self, a: Any, _: Token, b: Any) -> tree.Expr:
        if isinstance(b, tree.Nothing):
            return tree.Given(a, True, _span(a, b))
        return self._binary("!=", a, b)

    def less(self, a: Any, _: Token, b: Any) -> tree.Binary:
        return self._binary("<", a, b)

    def at_most(self, a: Any, _: Token, b: Any) -> tree.Binary:
        return self._binary("<=", a, b)

    def more(self, a: Any, _: Token, b: Any) -> tree.Binary:
        return self._binary(">", a, b)

    def not_less(self, a: Any, _: Token, b: Any) -> tree.Binary:
        return self._binary(">=", a, b)

    def is_none(self, e: Any, _: Token, word: Token) -> tree.Given:
        return tree.Given(e, False, _span(e, word))

    def is_given(self, e: Any, _: Token, word: Token) -> tree.Given:
        return tree.Given(e, True, _span(e, word))

    def plus(self, a: Any, _: Token, b: Any) -> tree.Binary:
        return self._binary("+", a, b)

    def minus(self, a: Any, _: Token, b: Any) -> tree.Binary:
        return self._binary("-", a, b)

    def times(self, a: Any, _: Token, b: Any) -> tree.Binary:
        return self._binary("*", a, b)

    def negative(self, sign: Token, e: Any) -> tree.Unary:
        return tree.Unary("-", e, _span(sign, e))

    def number(self, token: Token) -> tree.Number:
        return tree.Number(_whole(token), _span(token))

    def dice(self, token: Token) -> tree.Dice:
        count, _, sides = str(token).casefold().replace("к", "d").partition("d")
        span = _span(token)
        if not count:
            raise Mistake("dice-count", span, {"found": str(token)})
        return tree.Dice(
            tree.Number(_number(count, span), span), tree.Number(_number(sides, span), span), span
        )

    def dice_of(self, *parts: Any) -> tree.Dice:
        *_, count, tail = parts
        span = _span(count, tail)
        sides = _number(re.sub(r"\D", "", str(tail)), span)
        return tree.Dice(count, tree.Number(sides, span), span)

    def nothing(self, token: Token) -> tree.Nothing:
        return tree.Nothing(_span(token))

    def it(self, token: Token) -> tree.It:
        return tree.It(_span(token))

    def yes(self, token: Token) -> tree.Truth:
        return tree.Truth(1, _span(token))

    def no(self, token: Token) -> tree.Truth:
        return tree.Truth(0, _span(token))

    def extreme(self, word: Token, *args: Any) -> tree.Call:
        kind: Any = self.words.word("expression", word)
        return tree.Call(kind, args, _span(word, *args))

    def rounded(self, word: Token, a: Any, b: Any) -> tree.Call:
        up = self.words.word("expression", word) == "roundup"
        return tree.Call("round up" if up else "round down", (a, b), _span(word, a, b))

    def at_least(self, word: Token, count: Any, _: Token, *facts: Any) -> tree.AtLeast:
        return tree.AtLeast(count, facts, _span(word, *facts))

    def fact(self, e: Any) -> Any:
        return e

    def subject(self, token: Token) -> Any:
        if token.type == "QUOTE":
            return tree.Quote(_quoted(token), _span(token))
        return tree.Name(_said(token), _span(token))

    def _has(self, word: Token, kind: Any, subject: Any, amount: Any) -> Any:
        fact = tree.Fact(kind, subject, amount, _span(word, subject))
        negative = self.words.word("expression", word) in ("hasnot", "hasnoany")
        return tree.Unary("not", fact, fact.span) if negative else fact

    def has(self, word: Token, subject: Any) -> Any:
        return self._has(word, "has", subject, None)

    def has_many(self, word: Token, amount: Any, subject: Any) -> Any:
        if isinstance(amount, Token):
            amount = tree.Number(_whole(amount), _span(amount))
        return self._has(word, "has", subject, amount)

    def has_any(self, word: Token, subject: Any) -> Any:
        return self._has(word, "has any", subject, None)

    def _fact(self, kind: Any, word: Token, subject: Any) -> tree.Fact:
        """It may be a name of the same words: those are kept."""
        words = f"{word} {subject.text}" if isinstance(subject, tree.Name) else ""
        return tree.Fact(kind, subject, None, _span(word, subject), words)

    def count(self, word: Token, subject: Any) -> tree.Fact:
        return self._fact("count", word, subject)

    def wields(self, word: Token, subject: Any) -> tree.Fact:
        return self._fact("wields", word, subject)

    def marked(self, word: Token, subject: Any) -> tree.Fact:
        return self._fact("marked", word, subject)

    def visited(self, word: Token, subject: Any) -> tree.Fact:
        return self._fact("visited", word, subject)

    def visits(self, word: Token, subject: Any) -> tree.Fact:
        return self._fact("visits", word, subject)

    def first_visit(self, word: Token) -> tree.Fact:
        return tree.Fact("first visit", None, None, _span(word), str(word))

    def start(self, word: Token, subject: Any) -> tree.Fact:
        return self._fact("start", word, subject)

    def over(self, *parts: Any) -> Any:
        if len(parts) == 1:
            return parts[0]
        word, variable, _, members, *rest = parts
        kind: Any = self.words.word("expression", word)
        condition = rest[1] if rest else None
        return tree.Over(
            kind,
            _said(variable),
            members,
            condition,
            None,
            _span(word, rest[1] if rest else members),
        )

    def sum_over(
        self,
        word: Token,
        value: Any,
        _for: Token,
        variable: Token,
        _of: Token,
        members: Any,
        *rest: Any,
    ) -> tree.Over:
        condition = rest[1] if rest else None
        return tree.Over(
            "sum",
            _said(variable),
            members,
            condition,
            value,
            _span(word, rest[1] if rest else members),
        )

    def name(self, token: Token) -> tree.Name:
        return tree.Name(_said(token), _span(token))

    def quote(self, token: Token) -> tree.Quote:
        return tree.Quote(_quoted(token), _span(token))

    def owner(self, token: Token) -> Any:
        return self.quote(token) if token.type == "QUOTE" else self.name(token)

    def field(self, owner: Any, name: Token) -> tree.Field:
        return tree.Field(owner, _said(name), _span(owner, name))

    def indexes(self, *parts: Any) -> tuple[Any, ...]:
        return parts

    def index(self, name: Token, at: tuple[Any, ...]) -> tree.Index:
        return tree.Index(self.name(name), at, _span(name, *at))

    def field_index(self, owner: Any, name: Token, at: tuple[Any, ...]) -> tree.Index:
        return tree.Index(self.field(owner, name), at, _span(owner, *at))


def _whole(token: Token) -> int:
    return _number(str(token), _span(token))


def _number(digits: str, span: Span) -> int:
    if len(digits) > 10 or int(digits) > 2**31 - 1:
        raise Mistake("number-large", span, {"found": digits})
    return int(digits)


def parse(text: str, language: str) -> Any:
    """The tree of an expression, with places from the start of the text, or its Mistake."""
    first: Mistake | None = None
    glued: str | None = text
    while glued is not None:
        try:
            return parser(language).parse(glued, start="expression")
        except VisitError as error:
            if isinstance(error.orig_exc, Mistake):
                return first or error.orig_exc
            raise
        except Mistake as mistake:
            return first or mistake
        except UnexpectedInput as error:
            at = getattr(error, "pos_in_stream", None)
            token = getattr(error, "token", None)
            if token is not None and token.type != "$END":
                at = token.start_pos
            if at is None or (token is not None and token.type == "$END"):
                at = len(text)
            first = first or expression_mistake(text, at, words(language))
            glued = _glue(glued, at, language)
    return first


_GLUE = "\ua78f"
"""A letter that stands for a blank inside a name."""


def _glue(text: str, at: int, language: str) -> str | None:
    """The text with the small word at which it stopped making sense taken for a part of the
    name around it: `has key of gold`, `p.for you`. None where that is no such word."""
    table = words(language)
    small = table.pattern("reserved", "of", "with", "for", "none")
    found = re.compile(rf"([ \t\n]|(?<=\.))({small})(?![\w'’-])([ \t\n](?=\w))?", re.IGNORECASE)
    match = found.search(text, max(0, at - 1))
    if match is None or match.start(2) != at or not (match.group(1) or match.group(3)):
        return None
    before, word, after = (_GLUE if g and not g.strip() else g or "" for g in match.groups())
    return text[: match.start()] + before + word + after + text[match.end() :]
