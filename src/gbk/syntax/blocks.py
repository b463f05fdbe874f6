"""Blocks of a paragraph: lines to items."""

from __future__ import annotations

import re
from collections.abc import Callable

from gbk.model import tree
from gbk.model.source import Span
from gbk.syntax.lines import Line
from gbk.syntax.mistakes import Mistake
from gbk.syntax.prose import _SPECIAL, parse_choice, parse_order, parse_pieces, parse_target
from gbk.syntax.reader import Reader, arrow_in, slice_at

_PLAIN_CHOICE = re.compile(r"([^{}\[\]*|\\]+?)[ \t]*->[ \t]*([^{}\[\]*|\\>\"“«]+)$")
_PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)]*)\)[ \t]*$")
_PROSE = {"PROSE", "ESCAPED", "ENTRY"}

Block = Callable[[Reader, list[Line]], tuple[tree.Item, ...]]


def block(r: Reader, lines: list[Line]) -> tuple[tree.Item, ...]:
    """The items of a block of a paragraph."""
    out: list[tree.Item] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.kind == "BLANK":
            at += 1
        elif line.kind in _PROSE:
            at = _prose(r, lines, at, out)
        elif line.kind == "QUOTE":
            at = _quote(r, lines, at, out)
        elif line.kind == "BRANCH":
            at = branch(r, lines, at, out, block)
        else:
            out.append(_ITEM[line.kind](r, line))
            at += 1
    return tuple(out)


# ---------------------------------------------------------------- prose


def _prose(r: Reader, lines: list[Line], at: int, out: list[tree.Item]) -> int:
    """One printed paragraph: prose lines up to a blank one or another mark."""
    run: list[Line] = []
    while at < len(lines) and lines[at].kind in _PROSE:
        line = lines[at]
        if run and (line.kind == "ENTRY" or _spoken(line)):
            break
        run.append(line)
        at += 1
        if line.block:
            # prose set deeper is prose still
            _one_prose(r, run, out)
            out.extend(block(r, line.block))
            return at
    _one_prose(r, run, out)
    return at


def _spoken(line: Line) -> bool:
    return line.kind == "PROSE" and line.text.startswith(("— ", "– ", "—\t", "–\t"))


def _one_prose(r: Reader, run: list[Line], out: list[tree.Item]) -> None:
    first = run[0]
    kind = "dialogue" if first.kind == "ENTRY" or _spoken(first) else "plain"
    cut = int(first.kind == "ESCAPED")
    if kind == "dialogue":
        cut = len(first.text) - len(first.text[1:].lstrip(" \t"))
    after_branch = bool(out) and isinstance(out[-1], tree.Branch)
    for line in run:
        if line.kind == "PROSE":
            _looks_like_order(r, line, after_branch and line is first)
    parts = []
    for number, line in enumerate(run):
        text = line.text[cut:] if number == 0 else line.text
        if number and line.kind == "ESCAPED":
            text = " " + text[1:]
        if number:
            before = run[number - 1].span.end
            parts.append("\n" + " " * (line.start - before - 1))
        parts.append(text)
    joined = "".join(parts)
    start = first.start + cut
    span = Span(first.start, run[-1].span.end)
    pieces = r.attempt(parse_pieces, joined, start, r.language)
    if pieces is None:
        out.append(tree.Broken((), span))
    else:
        out.append(tree.Prose(kind, _unbroken(pieces), span))  # type: ignore[arg-type]


_BREAK = re.compile(r"[ \t]*\n[ \t]*")


def _unbroken(pieces: tuple[tree.Piece, ...]) -> tuple[tree.Piece, ...]:
    """Line ends within a printed paragraph are blanks."""
    out: list[tree.Piece] = []
    for piece in pieces:
        match piece:
            case tree.Plain(text=text, span=span) if "\n" in text:
                piece = tree.Plain(_BREAK.sub(" ", text), span)
            case tree.Emphasis(strong=strong, pieces=inner, span=span):
                piece = tree.Emphasis(strong, _unbroken(inner), span)
            case tree.Either(condition=c, yes=yes, no=no, span=span):
                piece = tree.Either(c, _unbroken(yes), _unbroken(no), span)
            case tree.Plural(value=value, forms=forms, span=span):
                piece = tree.Plural(value, tuple(map(_unbroken, forms)), span)
            case tree.Vary(kind=kind, forms=forms, span=span):
                piece = tree.Vary(kind, tuple(map(_unbroken, forms)), span)
            case tree.Note(pieces=inner, span=span):
                piece = tree.Note(_unbroken(inner), span)
            case tree.Link(pieces=inner, terms=terms, target=target, span=span):
                piece = tree.Link(_unbroken(inner), terms, target, span)
        out.append(piece)
    return tuple(out)


_ENDS_IN_TURN = re.compile(r"(?<!\\)->[ \t]*[\w][\w '’-]*$")


def _looks_like_order(r: Reader, line: Line, after_branch: bool) -> None:
    text = line.text
    word, rest = r.keyword("reserved", text, "else") if after_branch else ("", 0)
    found = re.match(r"([!?])(?=[^\W\d])", text)
    if text in ("!", "?", "*"):
        r.say("mark-alone", line.span, "looks-like-order", mark=text)
    elif word and (
        not text[rest:].strip(" :")
        or text.startswith("->", rest)
        or r.keyword("reserved", text[rest:], "if")[0]
    ):
        r.say("else-unmarked", line.span, "looks-like-order", found=text)
    elif found:
        r.say("order-blank", line.span, "looks-like-order", mark=found.group(1), rest=text[1:])
    elif re.match(r"\*(?![*\s]).*->", text):
        r.say("choice-blank", line.span, "looks-like-order", rest=text[1:])
    elif re.match(r"==+", text):
        r.say("heading-indented", line.span)
    elif "->" in text and "[" not in text and "{" not in text and _ENDS_IN_TURN.search(text):
        at = text.rindex("->")
        r.say(
            "turn-in-prose",
            Span(line.start + at, line.span.end),
            "looks-like-order",
            found=text[at:],
        )
    elif re.match(r"(?:=>|—>|–>|→)\s*\S", text):
        r.say("arrow-wrong", line.span, "looks-like-order", found=text.split()[0])
    else:
        word, rest = r.keyword("declaration", text)
        if (
            word in ("stat", "item", "codeword", "kind", "foe", "rule")
            and (
                re.search(r"=|,", text[rest:])
                if word in ("stat", "foe")
                else re.fullmatch(r"[\w '’-]{1,30}(?:,[^.!?…]*)?", text[rest:])
                and text[:1].islower()
            )
            and not re.search(r"[.!?…]$", text)
        ):
            r.say("declaration-late", line.span, "looks-like-order", found=text)


def _quote(r: Reader, lines: list[Line], at: int, out: list[tree.Item]) -> int:
    run: list[Line] = []
    while at < len(lines) and lines[at].kind == "QUOTE":
        run.append(lines[at])
        at += 1
    pieces: list[tree.Piece] = []
    for line in run:
        text, start = line.after_mark
        if pieces:
            pieces.append(tree.Plain("\n", Span(start, start)))
        read = r.attempt(parse_pieces, text, start, r.language)
        pieces.extend(read or ())
    out.append(tree.Prose("quote", tuple(pieces), Span(run[0].start, run[-1].span.end)))
    for line in run:
        if line.block:
            out.extend(block(r, line.block))
    return at


# ---------------------------------------------------------------- choices and turns


def choice(r: Reader, line: Line, inside: Block = block) -> tree.Item:
    """A choice line with its block."""
    text, start = line.after_mark
    plain = _PLAIN_CHOICE.match(text)
    if plain and not line.block:
        words, name = plain.group(1), plain.group(2).strip()
        if r.table.word("line", name) not in ("back", "return"):
            at = start + plain.start(2)
            return tree.Choice(
                (tree.Plain(words, Span(start, start + len(words))),),
                (),
                tree.Target("name", name, Span(at, at + len(name))),
                (),
                line.span,
            )
    read = r.attempt(parse_choice, text, start, r.language)
    if read is None:
        return tree.Broken(inside(r, line.block), line.span)
    pieces, terms, target = read
    if target is not None and line.block:
        r.say("choice-block-dead", line.span, name=target.text)
    if target is None and not line.block and inside is block:
        r.say("choice-nowhere", line.span, found=text)
    below = inside(r, line.block) if target is None else ()
    return tree.Choice(pieces, terms, target, below, line.span)


def _turn(r: Reader, line: Line) -> tree.Item:
    text, start = line.after_mark
    target = r.attempt(parse_target, text, start, r.language)
    if line.block:
        r.say("turn-block", line.block[0].span)
    if target is None:
        return tree.Broken((), line.span)
    return tree.Turn(target, line.span)


def _picture(r: Reader, line: Line) -> tree.Item:
    found = _PICTURE.match(line.text)
    if not found:
        r.say("picture-form", line.span)
        return tree.Broken((), line.span)
    return tree.Picture(found.group(1).strip(), found.group(2).strip(), line.span)


def _ornament(r: Reader, line: Line) -> tree.Item:
    return tree.Prose("ornament", (), line.span)


def _step(r: Reader, line: Line) -> tree.Item:
    r.say("step-inside", line.span)
    return tree.Broken(block(r, line.block), line.span)


# ---------------------------------------------------------------- branches


def branch(r: Reader, lines: list[Line], at: int, out: list[tree.Item], inside: Block) -> int:
    """A group of `?` lines; blank lines may stand between."""
    arms: list[tree.Arm] = []
    first = last = lines[at]
    while at < len(lines) and lines[at].kind in ("BRANCH", "BLANK"):
        line = lines[at]
        at += 1
        if line.kind == "BLANK":
            if at < len(lines) and lines[at].kind == "BRANCH":
                continue
            at -= 1
            break
        last = line
        arm = r.attempt(_arm, r, line, bool(arms), inside)
        if arm is None:
            if arms:
                out.append(tree.Branch(tuple(arms), Span(first.start, last.span.end)))
                arms = []
            out.append(tree.Broken(inside(r, line.block), line.span))
            continue
        if not arms:
            first = line
        arms.append(arm)
        if arm.kind == "else":
            break
    if arms:
        out.append(tree.Branch(tuple(arms), Span(first.start, last.span.end)))
    return at


def arrow_block(
    r: Reader, line: Line, text: str, start: int, inside: Block
) -> tuple[str, tuple[tree.Item, ...]]:
    """What stands before the arrow of a `?` line, and its block (a turn, if it has one).
    Raises Mistake."""
    arrow = arrow_in(text)
    if arrow < 0:
        wrong = re.search(r"=>|—>|–>|→", text)
        if wrong and not line.block:
            raise Mistake(
                "arrow-wrong",
                Span(start + wrong.start(), start + wrong.end()),
                {"found": wrong.group()},
            )
        if "->" in text and not line.block:
            raise Mistake("bracket-open", line.span, {"found": text})
        return text, inside(r, line.block)
    target = parse_target(text[arrow + 2 :], start + arrow + 2, r.language)
    if line.block:
        r.say("choice-block-dead", line.span, name=target.text)
    return text[:arrow].rstrip(), (tree.Turn(target, Span(start + arrow, line.span.end)),)


def _arm(r: Reader, line: Line, follows: bool, inside: Block) -> tree.Arm:
    text, start = line.after_mark
    before = text if arrow_in(text) < 0 else text[: arrow_in(text)]
    kind = "if"
    word, rest = r.keyword("reserved", text, "else")
    if re.match(r"(?:elif|elseif|elsif)\b", text, re.IGNORECASE):
        raise Mistake("else-if-form", line.span)
    if word:
        if not follows:
            raise Mistake("else-alone", line.span)
        also, more = r.keyword("reserved", text[rest:], "if")
        kind = "else if" if also else "else"
        rest += more
    _, below = arrow_block(r, line, text, start, inside)
    if not line.block and arrow_in(text) < 0:
        raise Mistake("branch-empty", line.span, {"found": text})
    condition = before[rest:].strip()
    if kind == "else":
        if condition:
            raise Mistake("else-condition", line.span, {"found": condition})
        return tree.Arm("else", None, below, line.span)
    if re.fullmatch(r"\d+(?:\s*(?:\.\.|,)\s*\d*)*", condition):
        raise Mistake("range-beside", line.span, {"found": condition})
    expr = r.expression(condition, start + before.find(condition, rest))
    return tree.Arm(kind, expr, below, line.span)  # type: ignore[arg-type]


# ---------------------------------------------------------------- directives


def no_sign(text: str, start: int) -> None:
    """Raises Mistake where a line changes a number with a sign: `gold += 2`."""
    found = re.match(r"[\w '’.\[\]-]*?[ \t]*([+\-*/]=)", text)
    if found:
        at = start + found.start(1)
        raise Mistake("assign-sign", Span(at, at + 2), {"found": found.group(1)})


def directive(r: Reader, line: Line, text: str, start: int, inside: Block = block) -> tree.Item:
    """A directive with its entries, cases, interrupts and choices."""
    order = parse_order(text, start)
    try:
        no_sign(text, start)
    except Mistake as mistake:
        r.add(mistake.key, mistake.span, "syntax", mistake.names)
        return tree.Broken(inside(r, line.block), line.span)
    if not order.head.text:
        r.say("order-empty", line.span)
        return tree.Broken(inside(r, line.block), line.span)
    entries: list[tree.Entry] = []
    cases: list[tree.Case] = []
    whens: list[tree.When] = []
    options: list[tree.Choice] = []
    for below in line.block:
        match below.kind:
            case "BLANK":
                continue
            case "ENTRY":
                entry = r.attempt(_entry, r, below)
                if entry:
                    entries.append(entry)
                for deeper in below.block:
                    if deeper.kind != "BLANK":
                        r.say("below-entry", deeper.span)
            case "BRANCH":
                found = r.attempt(case, r, below, inside)
                if isinstance(found, tree.When):
                    whens.append(found)
                elif found is not None:
                    cases.append(found)
                else:
                    inside(r, below.block)
            case "CHOICE":
                option = choice(r, below, inside)
                if isinstance(option, tree.Choice):
                    options.append(option)
            case _:
                r.say("prose-below", below.span, name=order.head.text.split(" ")[0])
                inside(r, below.block)
    return tree.Directive(
        order, tuple(entries), tuple(cases), tuple(whens), tuple(options), line.span
    )


def _entry(r: Reader, line: Line) -> tree.Entry:
    text, start = line.after_mark
    brace = text.find("{")
    words = text if brace < 0 else text[:brace]
    order = parse_order(words.rstrip(), start)
    _, terms, _ = (
        parse_choice(text[brace:], start + brace, r.language) if brace >= 0 else ((), (), None)
    )
    return tree.Entry(order, terms, line.span)


def case(r: Reader, line: Line, inside: Block) -> tree.Case | tree.When:
    """A `?` line under a directive. Raises Mistake."""
    text, start = line.after_mark
    word, rest = r.keyword("line", text, "when")
    label, below = arrow_block(r, line, text, start, inside)
    if not line.block and arrow_in(text) < 0:
        r.say("branch-empty", line.span, found=text)
    if word:
        return tree.When(r.expression(label[rest:], start + rest), below, line.span)
    label = label.strip()
    if r.table.word("reserved", label) == "else":
        return tree.Case("else", (), (), below, line.span)
    kind = r.table.word("line", label)
    if kind in ("even", "odd"):
        return tree.Case(kind, (), (), below, line.span)  # type: ignore[arg-type]
    order = parse_order(label, start)
    labels = (order.head, *order.parts)
    if labels[0].text[:1] in '"“«':
        return tree.Case("answers", labels, (), below, line.span)
    ranges = []
    for piece in labels:
        dash = re.fullmatch(r"(\d+)\s*[-–—]\s*(\d+)", piece.text)
        if dash:
            r.say("range-dash", piece.span)
            dotted = f"{dash.group(1)}..{dash.group(2)}"
            piece = tree.Slice(dotted, piece.span)
        found = _range(r, piece)
        if found is not None:
            ranges.append(found)
    return tree.Case("labels", labels, tuple(ranges), below, line.span)


def _range(r: Reader, piece: tree.Slice) -> tuple[tree.Expr | None, tree.Expr | None] | None:
    text, start = piece.text, piece.span.start
    low, dots, high = text.partition("..")
    if dots:
        return (
            r.expression(low, start) if low.strip() else None,
            r.expression(high, start + len(low) + 2) if high.strip() else None,
        )
    if re.match(r"[-−(]?\s*\d|\(", text):
        e = r.expression(text, start)
        return e, e
    return None


def _directive(r: Reader, line: Line) -> tree.Item:
    text, start = line.after_mark
    return directive(r, line, text, start)


_ITEM: dict[str, Callable[[Reader, Line], tree.Item]] = {
    "CHOICE": choice,
    "TURN": _turn,
    "PICTURE": _picture,
    "ORNAMENT": _ornament,
    "STEP": _step,
    "DIRECTIVE": _directive,
}
turn = _turn
__all__ = ["_SPECIAL", "block", "slice_at"]
