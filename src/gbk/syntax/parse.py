"""Text to tree: the units of a file, its head, its paragraphs."""

from __future__ import annotations

import re

from gbk.bind.names import spaced
from gbk.model import tree
from gbk.model.diagnostic import Finding
from gbk.model.source import Source, Span
from gbk.syntax import blocks
from gbk.syntax.heads import head_items
from gbk.syntax.lines import Line, Lines, read_lines
from gbk.syntax.reader import Reader
from gbk.syntax.settings import check_settings
from gbk.syntax.words import folded, languages, pattern, words

_HEADING = re.compile(r"^[ \t]*==(?!=)", re.MULTILINE)
_TITLE = re.compile(r"[ \t]*==+[ \t]*(.*?)[ \t]*==+[ \t]*(.*)$")
_STEP = re.compile(r"===[ \t]*(.*?)[ \t]*===[ \t]*$")
_TAG = re.compile(r"(?:^|\s)#([\w-]+)")


_LANGUAGE = re.compile(
    rf"^({'|'.join(pattern(one, 'setting', 'language') for one in languages())})"
    r"[ \t]*:[ \t]*(\w*)",
    re.IGNORECASE | re.MULTILINE,
)


def language_of(source: Source) -> str:
    """The language that a book says it is in; where it does not say so well, the one that it
    says it in."""
    found = _LANGUAGE.search(source.text[:20000])
    if found is None:
        return "en"
    word, said = folded(found[1]), found[2].casefold()
    if re.fullmatch("[a-z]{2}", said):
        return said
    return next(one for one in languages() if word in words(one).by_form["setting"])


def split(source: Source) -> tuple[tuple[int, int], list[tuple[int, int]]]:
    """Where the head and each paragraph begin and end."""
    starts = [match.start() for match in _HEADING.finditer(source.text)]
    end = len(source.text)
    spans = [(a, b) for a, b in zip(starts, [*starts[1:], end], strict=False)]
    return (0, starts[0] if starts else end), spans


def parse_head(
    source: Source, start: int, end: int, language: str, findings: list[Finding]
) -> tree.Head:
    """The head of a file."""
    text = source.text[start:end]
    reader = Reader(source, start, text, language, findings)
    lines = read_lines(text, 0)
    _uneven(reader, lines)
    settings, declarations = head_items(reader, lines.block)
    check_settings(reader, settings)
    return tree.Head(source, start, tuple(settings), tuple(declarations), frozenset(lines.allowed))


def parse_paragraph(
    source: Source, start: int, end: int, language: str, findings: list[Finding]
) -> tree.Paragraph:
    """One paragraph with its heading."""
    text = source.text[start:end]
    heading, newline, _ = text.partition("\n")
    reader = Reader(source, start, text, language, findings)
    span = Span(0, len(heading.rstrip()))
    found = _TITLE.match(heading)
    if found and found.group(1).strip():
        name, title = spaced(found.group(1)), found.group(2)
    else:
        reader.say("heading-form", span, found=heading.strip())
        name, title = heading.strip("= \t") or "?", ""
    reader.name = name
    if heading[:1] in " \t":
        reader.say("heading-indented", span)
    tags = tuple(_TAG.findall(title))
    title = _TAG.sub("", title).strip()
    lines = read_lines(text, len(heading) + 1 if newline else len(heading))
    _uneven(reader, lines)
    body: list[Line] = []
    steps: list[tuple[Line, list[Line]]] = []
    for line in lines.block:
        if line.kind == "STEP":
            steps.append((line, list(line.block)))
        elif steps:
            steps[-1][1].append(line)
        else:
            body.append(line)
    made = []
    for line, below in steps:
        step = _STEP.match(line.text)
        if step is None or not step.group(1).strip():
            reader.say("step-form", line.span, found=line.text)
            continue
        made.append(tree.Step(spaced(step.group(1)), blocks.block(reader, below), line.span))
    todos = list(lines.todos)
    if "todo" in [tag.casefold() for tag in tags]:
        todos.insert(0, span)
    return tree.Paragraph(
        source,
        start,
        name,
        title,
        tags,
        blocks.block(reader, body),
        tuple(made),
        frozenset(lines.allowed),
        tuple(todos),
        span,
        text,
    )


def _uneven(reader: Reader, lines: Lines) -> None:
    for span in lines.uneven:
        reader.say("depth-between", span)
    for span in lines.deep[:1]:
        reader.say("too-deep", span)


def parse_file(source: Source, language: str, findings: list[Finding]) -> tree.File:
    """A whole file; every mistake in it becomes a finding."""
    (start, end), spans = split(source)
    head = parse_head(source, start, end, language, findings)
    return tree.File(
        source,
        head,
        tuple(parse_paragraph(source, a, b, language, findings) for a, b in spans),
    )


__all__ = ["language_of", "parse_file", "parse_head", "parse_paragraph", "split", "words"]
