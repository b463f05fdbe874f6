"""A file's lines in their canonical form.

Every line stays a line and keeps its text: `order` and `prose` set the blanks in it, what
stands before it is four spaces for each block that it is in. So the text read again is the
same tree, and the program that it compiles to is the same program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gbk.bind.names import spaced
from gbk.format.orders import order
from gbk.format.prose import prose
from gbk.model import tree
from gbk.model.diagnostic import Finding
from gbk.model.source import Source
from gbk.syntax import parse_file, split, words
from gbk.syntax.lines import Line, read_lines

INDENT = "    "
_BLANKS = " \t\u00a0\ufeff"
_HEADING = re.compile(r"(==)[ \t]*(.*?)[ \t]*(==+)[ \t]*(.*)$")
_STEP = re.compile(r"===[ \t]*(.*?)[ \t]*===$")
_PICTURE = re.compile(r"!\[[ \t]*(.*?)[ \t]*\]\([ \t]*(.*?)[ \t]*\)$")


@dataclass(frozen=True, slots=True)
class Set:
    """A line, how many blocks it is in, and what it is: its kind, or in the head `setting`,
    `list`, `label`, `words`, `table`, `print`, `order`."""

    line: Line
    level: int
    role: str


def layout(source: Source, language: str) -> tuple[str, list[Finding]]:
    """A file in its canonical form; its text as it is, with the findings, where mistakes of
    syntax are in it."""
    findings: list[Finding] = []
    file = parse_file(source, language, findings)
    errors = [f for f in findings if f.severity == "error"]
    if errors:
        return source.text, errors
    (start, end), spans = split(source)
    units = [_unit(source.text[start:end], file.head, 0, language)]
    for paragraph, (start, end) in zip(file.paragraphs, spans, strict=True):
        heading, _, body = source.text[start:end].partition("\n")
        text = f"{heading}\n{body}"
        units.append([_heading(heading), *_unit(text, paragraph, len(heading) + 1, language)])
    text = "\n\n".join("\n".join(unit) for unit in units if unit)
    text += "\n" if text else ""
    assert _inked(text) == _inked(source.text)
    return text, []


def _inked(text: str) -> str:
    return "".join(text.replace("\ufeff", "").split())


def _heading(text: str) -> str:
    found = _HEADING.match(text.rstrip())
    assert found is not None
    opens, name, closes, title = found.groups()
    return f"{opens} {spaced(name)} {closes} {title}".rstrip()


def _unit(text: str, node: tree.Head | tree.Paragraph, start: int, language: str) -> list[str]:
    """The lines of a head or of a paragraph behind its heading, no blank ones around them."""
    block = read_lines(text, start).block
    found = _head(node, block, language) if isinstance(node, tree.Head) else _block(block, 0)
    first = text.count("\n", 0, start)
    known = {text.count("\n", 0, one.line.start) - first: one for one in found}
    raw = _prose(text, node, list(known.values()), language).split("\n")[first:]
    out: list[str] = []
    blank = False
    open_: list[tuple[int, int]] = []
    for number, line in enumerate(raw):
        bare = line.lstrip(_BLANKS).rstrip()
        if not bare:
            blank = bool(out)
            continue
        one = known.get(number)
        if one is None:
            level = _level(_width(line), [*open_, *_next(raw, known, number)])
            shown = bare.expandtabs(len(INDENT))
        else:
            level, shown = one.level, _shown(one, bare, language)
            open_ = [pair for pair in open_ if pair[1] < level] + [(_width(line), level)]
            blank = blank or (one.role == "STEP" and bool(out))
        out += [""] * blank + [INDENT * level + shown]
        blank = False
    return out


def _width(line: str) -> int:
    indent = line[: len(line) - len(line.lstrip(_BLANKS))]
    return len(indent) + (len(INDENT) - 1) * indent.count("\t")


def _next(raw: list[str], known: dict[int, Set], number: int) -> list[tuple[int, int]]:
    """(width, level) of the next line that is no comment."""
    below = (n for n in range(number, len(raw)) if n in known)
    return [(_width(raw[n]), known[n].level) for n in below][:1]


def _level(width: int, around: list[tuple[int, int]]) -> int:
    """The level of a comment: that of the deepest line about it that is no deeper."""
    return max((pair for pair in around if pair[0] <= width), default=(0, 0))[1]


# ---------------------------------------------------------------- what a line is


def _block(lines: list[Line], level: int, above: str = "") -> Iterator[Set]:
    """The lines of a paragraph's block; `above`: the kind of the line that it stands below."""
    for line in lines:
        if line.kind != "BLANK":
            entry = line.kind == "ENTRY" and above != "DIRECTIVE"
            yield Set(line, level, "PROSE" if entry else line.kind)
            yield from _block(line.block, level + 1, line.kind)


_BELOW = {
    tree.RuleDef: "label",
    tree.Cast: "label",
    tree.Table: "table",
    tree.Words: "words",
}


def _head(head: tree.Head, lines: list[Line], language: str) -> Iterator[Set]:
    values = {d.span.start for d in head.declarations if isinstance(d, tree.Values)}
    settings = {setting.span.start: setting.key for setting in head.settings}
    below = {d.span.start: _BELOW.get(type(d), "order") for d in head.declarations}
    for line in lines:
        if line.kind != "BLANK":
            key = settings.get(line.start)
            role = "list" if key in ("rules", "include") else "setting" if key else "order"
            yield Set(line, 0, "label" if line.start in values else role)
            yield from _below(line.block, 1, below.get(line.start, "order"), language)


def _below(lines: list[Line], level: int, role: str, language: str) -> Iterator[Set]:
    """What stands below a declaration."""
    printed = rf"(?:{words(language).pattern('statement', 'print')})[ \t]*[\"“«]"
    for line in lines:
        if line.kind == "BLANK":
            continue
        if line.kind != "PROSE":
            yield Set(line, level, line.kind)
        elif re.match(printed, line.text, re.IGNORECASE):
            yield Set(line, level, "print")
        else:
            yield Set(line, level, role)
        yield from _below(line.block, level + 1, role, language)


# ---------------------------------------------------------------- what a line says


def _shown(one: Set, text: str, language: str) -> str:
    """A line from its mark on."""
    said, _ = one.line.after_mark
    match one.role:
        case "CHOICE":
            return "* " + prose(said, language, said, choice=True)
        case "QUOTE":
            return ("> " + prose(said, language, said)).rstrip()
        case "DIRECTIVE" | "BRANCH" | "ENTRY":
            return f"{text[0]} {order(said)}"
        case "TURN" | "order":
            return order(text)
        case "label":
            label = _LABEL.match(text)
            return f"{spaced(label[1])}: {order(text[label.end() :])}" if label else order(text)
        case "PICTURE":
            return _PICTURE.sub(r"![\1](\2)", text)
        case "STEP":
            return _STEP.sub(lambda found: f"=== {spaced(found[1])} ===", text)
        case "list":
            return re.sub(r"[ \t]*,[ \t]*", ", ", _COLON.sub(r"\1: ", text)).rstrip()
        case "setting":
            return _COLON.sub(r"\1: ", text).rstrip()
        case "words":
            return _ENTRY.sub(r"\1: ", text)
        case "print":
            return re.sub(r"[ \t]*(?=[\"“«])", " ", text, count=1)
        case "table":
            return text.expandtabs(len(INDENT))
        case "PROSE":
            return _SPOKEN.sub(r"\1 ", text)
    return text


_LABEL = re.compile(r"([^\W\d][\w -]*?)[ \t]*:(?!\S*\")[ \t]*")
_COLON = re.compile(r"^([^:]*?)[ \t]*:[ \t]*")
_ENTRY = re.compile(r"^(\"[^\"]*\"|[^:]+?)[ \t]*:[ \t]*")
_SPOKEN = re.compile(r"^([-–—])[ \t]+")


def _prose(text: str, node: tree.Head | tree.Paragraph, found: list[Set], language: str) -> str:
    """A unit's text with the braces in its prose set; in the head there is none."""
    if isinstance(node, tree.Head):
        return text
    marks = {one.line.start for one in found if one.line.kind in ("ESCAPED", "ENTRY")}
    read = _COMMENT.sub(lambda match: " " * len(match.group()), text)
    read = "".join(" " if at in marks else char for at, char in enumerate(read))
    for low, high in sorted(_runs((node.body, node.steps)), reverse=True):
        text = text[:low] + prose(read[low:high], language, text[low:high]) + text[high:]
    return text


_COMMENT = re.compile(rf"^[{_BLANKS}]*//.*$", re.MULTILINE)


def _runs(node: object) -> Iterator[tuple[int, int]]:
    """Where printed paragraphs begin and end."""
    if isinstance(node, tree.Prose):
        if node.kind in ("plain", "dialogue"):
            yield node.span
    elif isinstance(node, tuple):
        for part in node:
            yield from _runs(part)
    elif not isinstance(node, str):
        for name in getattr(node, "__match_args__", ()):
            yield from _runs(getattr(node, name))
