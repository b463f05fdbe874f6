"""The head: settings and declarations."""

from __future__ import annotations

import re
from collections.abc import Callable

from gbk.bind.names import near, spaced
from gbk.model import tree
from gbk.model.source import Span
from gbk.syntax import statements
from gbk.syntax.lines import Line
from gbk.syntax.mistakes import Mistake
from gbk.syntax.prose import parse_order, parse_target
from gbk.syntax.reader import Reader, slice_at

_FOREIGN = re.compile(r"^([a-z]{2})\s+[\"“«](.*)[\"”»]$")


def head_items(r: Reader, lines: list[Line]) -> tuple[list[tree.Setting], list[tree.Declaration]]:
    """Settings and declarations of a head's lines."""
    settings: list[tree.Setting] = []
    declarations: list[tree.Declaration] = []
    for line in lines:
        if line.kind == "BLANK":
            continue
        found = r.attempt(_item, r, line) if line.kind == "PROSE" else None
        if line.kind != "PROSE":
            r.say("head-line", line.span, found=line.text)
        elif isinstance(found, tree.Setting):
            settings.append(found)
        elif found is not None:
            declarations.append(found)
    return settings, declarations


def _item(r: Reader, line: Line) -> tree.Setting | tree.Declaration:
    setting = re.match(r"([^\W\d][\w -]*?)[ \t]*:[ \t]*(.*)$", line.text)
    if setting and r.table.word("setting", setting.group(1)):
        key = r.table.word("setting", setting.group(1))
        return tree.Setting(key, slice_at(line.start, line.text, setting.start(2)), line.span)
    word, rest = r.keyword("declaration", line.text)
    if not word:
        first = line.text.split(":")[0].split(" ")[0]
        known = [*r.table.by_form["setting"], *r.table.by_form["declaration"]]
        raise Mistake("head-unknown", line.span, {"found": first, "near": near(first, known)})
    return _DECLARE[word](r, line, line.text[rest:], line.start + rest)


def declared(
    text: str, start: int, foreign: tuple[tuple[str, tuple[str, ...]], ...] = ()
) -> tree.Declared:
    """`torch (torches)`. Raises Mistake where there is no name."""
    found = re.match(r"(.*?)(?:\s*\((.*)\))?\s*$", text.strip())
    assert found is not None
    name = spaced(found.group(1).strip().strip('"“”«»'))
    at = start + len(text) - len(text.lstrip())
    span = Span(at, at + max(1, len(found.group(1))))
    if not name:
        raise Mistake("name-missing", span)
    if re.match(r"\d", name) or re.search(r"[{}\[\]|<>=!?]", name):
        raise Mistake("name-form", span, {"name": name})
    return tree.Declared(name, _forms(found.group(2)), foreign, span)


def _forms(text: str | None) -> tuple[str, ...]:
    return tuple(spaced(form) for form in text.split(",") if form.strip()) if text else ()


def _parts(
    text: str, start: int
) -> tuple[tree.Slice, list[tree.Slice], tuple[tuple[str, tuple[str, ...]], ...]]:
    """What stands before the first comma, the other parts, and what `ru "…"` gives."""
    order = parse_order(text, start)
    parts, foreign = [], []
    for part in order.parts:
        found = _FOREIGN.match(part.text)
        if found:
            word = declared(found.group(2), part.span.start)
            foreign.append((found.group(1), (word.name, *word.forms)))
        else:
            parts.append(part)
    return order.head, parts, tuple(foreign)


def _stat(r: Reader, line: Line, text: str, start: int) -> tree.Stat:
    head, parts, foreign = _parts(text, start)
    name_text, equals, _ = head.text.partition("=")
    row = None
    inside = re.search(r"\[(.+?)\]", name_text)
    if inside:
        row = r.expression(inside.group(1), head.span.start + inside.start(1))
        name_text = (
            name_text[: inside.start()] + " " * len(inside.group()) + name_text[inside.end() :]
        )
    name = declared(name_text, head.span.start, foreign)
    unequal = None if equals or row else re.match(r"(.+?)\s+([-−]?\d+)$", name.name)
    if unequal:
        raise Mistake("stat-equals", name.span, {"name": unequal[1], "value": unequal[2]})
    value: tree.Expr | None = None
    grades: tuple[str, ...] = ()
    if equals:
        value_text = head.text[len(head.text.partition("=")[0]) + 1 :]
        at = head.span.start + len(head.text) - len(value_text)
        graded = re.match(
            rf"\s*(?:(.+?)\s+)?(?:{r.table.pattern('reserved', 'of')})\s*\((.*)\)\s*$", value_text
        )
        if graded:
            grades = _forms(graded.group(2))
            if graded.group(1):
                value = r.expression(graded.group(1), at + graded.start(1))
        else:
            value = r.expression(value_text, at)
    low = high = dies = None
    to_start = hidden = secret = False
    label = ""
    signs: tuple[str, ...] = ()
    watches = []
    for part in parts:
        word, rest = r.keyword("clause", part.text)
        rest_text, at = part.text[rest:], part.span.start + rest
        match word:
            case "from":
                both = re.match(
                    rf"(.+?)\s+(?:{r.table.pattern('clause', 'to')})\s+(.+)$", rest_text
                )
                if both:
                    low = r.expression(both.group(1), at)
                    high = r.expression(both.group(2), at + both.start(2))
                else:
                    low = r.expression(rest_text, at)
            case "tostart":
                to_start = True
            case "to":
                high = r.expression(rest_text, at)
            case "diesat":
                dies = r.expression(rest_text, at)
            case "at":
                number, arrow, target = rest_text.partition("->")
                if not arrow:
                    raise Mistake("clause-at", part.span, {"found": part.text})
                watches.append(
                    (
                        r.expression(number, at),
                        parse_target(target, at + len(number) + 2, r.language),
                    )
                )
            case "label":
                label = rest_text.strip().strip('"“”«»')
            case "hidden":
                hidden = True
            case "signs":
                signs = tuple(rest_text.strip().strip('"“”«»').split())
            case _:
                if r.table.word("line", part.text) == "secret":
                    secret = True
                else:
                    raise Mistake("clause-odd", part.span, {"found": part.text})
    return tree.Stat(
        name,
        row,
        value,
        grades,
        low,
        high,
        to_start,
        dies,
        tuple(watches),
        label,
        hidden,
        secret,
        line.span,
        signs,
    )


def _kind(r: Reader, line: Line, text: str, start: int) -> tree.Kind:
    head, parts, foreign = _parts(text, start)
    limit = size = None
    for part in parts:
        word, rest = r.keyword("clause", part.text, "limitsize", "limit")
        if not word:
            raise Mistake("clause-odd", part.span, {"found": part.text})
        e = r.expression(part.text[rest:], part.span.start + rest)
        if word == "limit":
            limit = e
        else:
            size = e
    return tree.Kind(declared(head.text, head.span.start, foreign), limit, size, line.span)


def _thing(r: Reader, line: Line, text: str, start: int) -> tree.Thing:
    head, parts, foreign = _parts(text, start)
    use: tuple[tree.Item, ...] | None = None
    modifiers = []
    for below in line.block:
        if below.kind == "BLANK":
            continue
        word, rest = r.keyword("clause", below.text, "use", "carried", "wielded")
        if word == "use":
            use = statements.body(r, below.block)
            if not below.block:
                r.say("branch-empty", below.span, found=below.text)
        elif word:
            modifiers.append(_modifier(r, below, word, rest))
        else:
            r.say("item-below", below.span, found=below.text)
    return tree.Thing(
        declared(head.text, head.span.start, foreign),
        tuple(parts),
        use,
        tuple(modifiers),
        line.span,
    )


def _modifier(r: Reader, line: Line, when: str, rest: int) -> tree.Modifier:
    text = line.text[rest:]
    found = re.match(rf"(.+?)\s+(\+|-|−|{r.table.pattern('expression', 'atleast')})\s*(.+)$", text)
    if not found:
        raise Mistake("modifier-form", line.span, {"found": line.text})
    op = {"+": "+", "-": "-", "−": "-"}.get(found.group(2), "at least")
    start = line.start + rest
    return tree.Modifier(
        when,  # type: ignore[arg-type]
        tree.Name(found.group(1), Span(start, start + found.end(1))),
        op,  # type: ignore[arg-type]
        r.expression(found.group(3), start + found.start(3)),
        line.span,
    )


def _codeword(r: Reader, line: Line, text: str, start: int) -> tree.Codeword:
    head, parts, foreign = _parts(text, start)
    hidden = any(r.table.word("clause", part.text) == "hidden" for part in parts)
    return tree.Codeword(declared(head.text, head.span.start, foreign), hidden, line.span)


def _foe(r: Reader, line: Line, text: str, start: int) -> tree.Foe:
    head, parts, foreign = _parts(text, start)
    return tree.Foe(declared(head.text, head.span.start, foreign), tuple(parts), line.span)


def _rule(r: Reader, line: Line, text: str, start: int) -> tree.RuleDef:
    battle = False
    also, records = [], []
    withs: tuple[tuple[str, tree.Expr | None], ...] = ()
    outcomes: tuple[tuple[str, str | None], ...] = ()
    printed = ""
    at = 0
    rest = [below for below in line.block]
    while at < len(rest):
        below = rest[at]
        word, cut = r.keyword(
            "statement", below.text, "battle", "also", "outcomes", "withs", "print"
        )
        colon = re.match(r"([^\W\d][\w -]*?)[ \t]*:(?!\S*\")[ \t]*", below.text)
        if below.kind == "BLANK":
            pass
        elif below.kind != "PROSE":
            break
        elif word == "battle" and below.text[cut:] == "":
            battle = True
        elif word == "also":
            found = re.match(r"([a-z]{2})\s+[\"“«](.*)[\"”»]$", below.text[cut:])
            if found:
                also.append((found.group(1), found.group(2)))
            else:
                r.say("also-form", below.span)
        elif word == "print" and below.text[cut : cut + 1] in '"“«':
            printed = below.text[cut:].strip()[1:-1]
        elif colon and (
            word == "outcomes" or r.table.word("statement", colon.group(1)) == "outcomes"
        ):
            outcomes = _outcomes(below.text[colon.end() :])
        elif colon:
            found_pairs = r.attempt(_defaults, r, below, colon.end())
            if r.table.word("statement", colon.group(1)) == "withs":
                withs = found_pairs or ()
            else:
                records.append((colon.group(1), found_pairs or ()))
        else:
            break
        at += 1
    return tree.RuleDef(
        text.strip(),
        battle,
        tuple(also),
        tuple(records),
        withs,
        outcomes,
        printed,
        statements.body(r, rest[at:]),
        line.span,
    )


def _outcomes(text: str) -> tuple[tuple[str, str | None], ...]:
    out = []
    for part in text.split(","):
        name, equals, default = part.partition("=")
        if name.strip():
            out.append((name.strip(), default.strip() if equals else None))
    return tuple(out)


def _defaults(r: Reader, line: Line, cut: int) -> tuple[tuple[str, tree.Expr | None], ...]:
    order = parse_order(line.text[cut:], line.start + cut)
    out = []
    for part in (order.head, *order.parts):
        name, equals, value = part.text.partition("=")
        at = part.span.start + len(name) + 1
        out.append((name.strip(), r.expression(value, at) if equals else None))
    return tuple(out)


def _table(r: Reader, line: Line, text: str, start: int) -> tree.Table:
    rows: list[tuple[tree.Slice, tuple[int, ...]]] = []
    columns: tuple[tree.Slice, ...] = ()
    for below in line.block:
        if below.kind == "BLANK":
            continue
        cells = [
            slice_at(below.start, below.text, m.start(), m.end())
            for m in re.finditer(r"[^\s|]+(?: [^\W\d][^\s|]*)*", below.text)
        ]
        if not columns:
            columns = tuple(cells)
            continue
        try:
            numbers = tuple(int(cell.text.replace("−", "-")) for cell in cells[1:])
        except ValueError:
            raise Mistake("table-cell", below.span, {"found": below.text}) from None
        rows.append((cells[0], numbers))
    width = len(rows[0][1]) if rows else 0
    if len(columns) == width + 1:
        columns = columns[1:]
    if not rows or any(len(numbers) != len(columns) for _, numbers in rows):
        raise Mistake("table-shape", line.span, {"name": text.strip()})
    return tree.Table(declared(text, start), columns, tuple(rows), line.span)


def _formula(r: Reader, line: Line, text: str, start: int) -> tree.Formula:
    name, equals, value = text.partition("=")
    if not equals:
        raise Mistake("let-form", line.span, {"found": text})
    cut = re.search(rf"\s(?:{r.table.pattern('reserved', 'of')})\s", name)
    parameters = name[cut.end() :] if cut else ""
    name = name[: cut.start()] if cut else name
    return tree.Formula(
        declared(name, start),
        _forms(parameters),
        r.expression(value, start + text.index("=") + 1),
        line.span,
    )


def _values(r: Reader, line: Line, text: str, start: int) -> tree.Values:
    name, colon, members = text.partition(":")
    if not colon:
        raise Mistake("values-form", line.span, {"found": text})
    order = parse_order(members, start + len(name) + 1)
    return tree.Values(
        declared(name, start),
        tuple(declared(part.text, part.span.start) for part in (order.head, *order.parts)),
        line.span,
    )


def _cast(r: Reader, line: Line, text: str, start: int) -> tree.Cast:
    each: list[tuple[str, tree.Expr | None, tree.Expr | None]] = []
    entries = []
    for below in line.block:
        if below.kind == "ENTRY":
            entry_text, at = below.after_mark
            entries.append(tree.Entry(parse_order(entry_text, at), (), below.span))
        elif below.kind == "PROSE":
            word, _, _ = below.text.partition(":")
            if r.table.word("statement", word) != "each":
                r.say("cast-below", below.span, found=below.text)
                continue
            for name, default in _defaults(r, below, len(word) + 1):
                row = re.match(r"(.+?)\[(.+)\]$", name)
                if row:
                    each.append((row.group(1), r.expression(row.group(2), below.start), default))
                else:
                    each.append((name, None, default))
    return tree.Cast(declared(text, start), tuple(each), tuple(entries), line.span)


def _words(r: Reader, line: Line, text: str, start: int) -> tree.Words:
    entries = []
    for below in line.block:
        if below.kind == "BLANK":
            continue
        found = re.match(r"(?:\"([^\"]*)\"|([^:]+?))\s*:\s*(.+)$", below.text)
        if not found:
            r.say("words-form", below.span, found=below.text)
            continue
        value = found.group(3).strip()
        english = found.group(1) if found.group(1) is not None else found.group(2)
        if value[:1] in '"“«':
            forms: tuple[str, ...] = (value[1:-1],)
        else:
            word = declared(value, below.start)
            forms = (word.name, *word.forms)
        entries.append((english.strip(), forms))
    return tree.Words(text.strip(), tuple(entries), line.span)


_DECLARE: dict[str, Callable[[Reader, Line, str, int], tree.Declaration]] = {
    "stat": _stat,
    "kind": _kind,
    "item": _thing,
    "codeword": _codeword,
    "foe": _foe,
    "rule": _rule,
    "table": _table,
    "formula": _formula,
    "values": _values,
    "cast": _cast,
    "words": _words,
}
