"""Findings as text, and as what other programs read."""

from __future__ import annotations

import json
import locale
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

import click

from gbk import __version__
from gbk.cli.safe import safe
from gbk.messages import words
from gbk.model.diagnostic import Finding
from gbk.pipeline import Loaded

COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}
NAMES = {
    "en": {"error": "error", "warning": "warning", "note": "note", "hint": "hint"},
    "ru": {
        "error": "ошибка",
        "warning": "предупреждение",
        "note": "замечание",
        "hint": "подсказка",
    },
}
FORMATS = ("text", "concise", "json", "github", "sarif")
TAB = 4
WINDOW = 100
"""So many columns of a source line are shown, with the place in them."""


def language(loaded: Loaded) -> str:
    """The language to speak to the author of a book in."""
    return tongue(loaded.language)


def tongue(book: str = "en") -> str:
    """The language to speak to an author in: that of his book, else his machine's."""
    if book in NAMES and book != "en":
        return book
    name = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    if not name:
        name = locale.getlocale()[0] or ""
    return "ru" if name.startswith("ru") else "en"


def render(findings: Sequence[Finding], loaded: Loaded, form: str) -> str:
    """The findings in a form: text, concise, json, github or sarif."""
    spoken = language(loaded)
    match form:
        case "json":
            return json.dumps(as_json(findings, loaded, spoken), ensure_ascii=False, indent=2)
        case "sarif":
            return json.dumps(_sarif(findings, spoken), ensure_ascii=False, indent=2)
        case "github":
            return "\n".join(_github(f, spoken) for f in findings)
        case "concise":
            return "\n".join(_concise(f, spoken) for f in findings)
    return as_text(findings, spoken)


def as_text(findings: Sequence[Finding], tongue: str) -> str:
    """The findings with their lines and hints."""
    return "\n".join(_text(f, tongue) for f in findings)


def _where(f: Finding) -> tuple[str, int, int, int, int]:
    source = f.place.source
    line, column = source.position(f.place.start)
    end_line, end_column = source.position(max(f.place.start, f.place.end))
    return source.name, line, column, end_line, end_column


def _text(f: Finding, tongue: str) -> str:
    names = NAMES[tongue]
    message, hint = words(f, tongue)
    name, line, column, end_line, end_column = _where(f)
    text = f.place.source.line(line)
    end = end_column - 1 if end_line == line else len(text)
    shown, lead, mark = _marked(text, column - 1, end)
    colour = COLOURS[f.severity]
    margin = " " * len(str(line))
    head = click.style(f"{names[f.severity]}[{f.code}]", fg=colour, bold=True)
    bar = click.style("|", fg="blue")
    out = [
        f"{head}: {safe(message)}",
        f"{margin}{click.style('-->', fg='blue')} {safe(name)}:{line}:{column}",
        f"{margin} {bar}",
        f"{click.style(str(line), fg='blue')} {bar} {shown}".rstrip(),
        f"{margin} {bar} {' ' * lead}{click.style('^' * mark, fg=colour)}",
    ]
    if hint:
        out.append(f"{margin} {click.style('=', fg='blue')} {names['hint']}: {safe(hint)}")
    for step in f.witness:
        out.append(f"{margin}   · {safe(step)}")
    return "\n".join(out) + "\n"


def _marked(text: str, start: int, end: int) -> tuple[str, int, int]:
    """A source line as it is shown, and the columns before and under its mark. Of a long line
    the part about the place is shown."""
    from rich.cells import cell_len

    def plain(part: str) -> str:
        return safe(part.replace("\t", " " * TAB))

    first = max(0, start - WINDOW // 2) if cell_len(plain(text)) > WINDOW else 0
    last = first + WINDOW if first or cell_len(plain(text)) > WINDOW else len(text)
    before = ("…" if first else "") + plain(text[first:start])
    marked = plain(text[start : min(end, last)].rstrip())
    shown = before + plain(text[start:last]) + ("…" if last < len(text) else "")
    return shown, cell_len(before), max(1, cell_len(marked))


def _concise(f: Finding, tongue: str) -> str:
    name, line, column, _, _ = _where(f)
    return f"{safe(name)}:{line}:{column}: {f.code} {safe(words(f, tongue)[0])}"


def as_json(findings: Sequence[Finding], loaded: Loaded, tongue: str) -> dict[str, Any]:
    """The document that `check --format json` prints."""
    rows = []
    for f in findings:
        message, hint = words(f, tongue)
        name, line, column, end_line, end_column = _where(f)
        rows.append(
            {
                "code": f.code,
                "severity": f.severity,
                "message": message,
                "hint": hint,
                "file": name,
                "line": line,
                "column": column,
                "end_line": end_line,
                "end_column": end_column,
                "paragraph": f.paragraph,
                "witness": list(f.witness),
            }
        )
    return {"findings": rows, "summary": summary(findings, loaded)}


def summary(findings: Sequence[Finding], loaded: Loaded) -> dict[str, Any]:
    """What there is in the book, and how many findings of each severity."""
    counts = {kind: sum(f.severity == kind for f in findings) for kind in COLOURS}
    sections = [s for key, s in loaded.book.sections.items() if key and not s.parent]
    todos = [
        {
            "paragraph": s.name,
            "file": s.source.name,
            "line": s.source.position(s.offset + span.start)[0],
        }
        for s in sections
        for span in s.todos
    ]
    return {
        "paragraphs": len(sections),
        "errors": counts["error"],
        "warnings": counts["warning"],
        "notes": counts["note"],
        "todo": todos,
    }


def closing(counts: dict[str, Any], book: str, tongue: str) -> str:
    """The last line: how much was looked at and what was found."""
    if tongue == "ru":
        kinds = [("errors", "ошибок"), ("warnings", "предупреждений"), ("notes", "замечаний")]
        found = ", ".join(f"{name}: {counts[key]}" for key, name in kinds if counts[key])
        return f"{book}: параграфов: {counts['paragraphs']}; {found or 'замечаний нет'}."
    kinds = [("errors", "error"), ("warnings", "warning"), ("notes", "note")]
    found = ", ".join(_many(counts[key], name) for key, name in kinds if counts[key])
    return f"{book}: {_many(counts['paragraphs'], 'paragraph')}, {found or 'nothing found'}."


def _many(number: int, name: str) -> str:
    return f"{number} {name}" + ("" if number == 1 else "s")


def _github(f: Finding, tongue: str) -> str:
    kind = {"error": "error", "warning": "warning", "note": "notice"}[f.severity]
    message, hint = words(f, tongue)
    name, line, column, end_line, end_column = _where(f)

    def escape(text: str, more: str = "") -> str:
        for char in "%\r\n" + more:
            text = text.replace(char, f"%{ord(char):02X}")
        return text

    body = escape(f"{message} {hint}".strip())
    file = escape(_relative(name), ":,")
    return (
        f"::{kind} file={file},line={line},endLine={end_line},col={column},"
        f"endColumn={end_column},title={f.code}::{body}"
    )


def _relative(name: str) -> str:
    """A file's name from the folder where the command runs, if it lies below it."""
    path = PurePath(name)
    try:
        return path.relative_to(Path.cwd()).as_posix() if path.is_absolute() else path.as_posix()
    except (ValueError, OSError):
        return path.as_posix()


def _uri(name: str) -> str:
    relative = _relative(name)
    return PurePath(relative).as_uri() if PurePath(relative).is_absolute() else quote(relative)


def _sarif(findings: Sequence[Finding], tongue: str) -> dict[str, Any]:
    results = []
    seen: Counter[str] = Counter()
    for f in findings:
        message, hint = words(f, tongue)
        name, line, column, end_line, end_column = _where(f)
        # By names and not by lines: a finding stays the same when text is written above it.
        print_of = f"{f.code}:{f.paragraph}:{'|'.join(map(str, f.names.values()))}"
        seen[print_of] += 1
        results.append(
            {
                "ruleId": f.code,
                "level": f.severity,
                "message": {"text": f"{message} {hint}".strip()},
                "locations": [
                    {
                        "physicalLocation": {
                            "artifactLocation": {"uri": _uri(name)},
                            "region": {
                                "startLine": line,
                                "startColumn": column,
                                "endLine": end_line,
                                "endColumn": end_column,
                            },
                        }
                    }
                ],
                "partialFingerprints": {"gbk/v1": f"{print_of}:{seen[print_of]}"},
            }
        )
    rules = [{"id": code} for code in sorted({f.code for f in findings})]
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "gbk", "version": __version__, "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "results": results,
            }
        ],
    }
