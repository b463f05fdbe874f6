"""Findings as text, and as what other programs read."""

from __future__ import annotations

import json
import locale
import os
import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

import click

from gbk import __version__
from gbk.messages import words
from gbk.model.diagnostic import Finding
from gbk.pipeline import Loaded

COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}
NAMES = {
    "en": {"error": "error", "warning": "warning", "note": "note", "hint": "hint"},
    "ru": {"error": "ошибка", "warning": "предупреждение", "note": "замечание", "hint": "подсказка"},
}
FORMATS = ("text", "concise", "json", "github", "sarif")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def language(loaded: Loaded) -> str:
    """The language to speak to the author in: his book's, else his machine's."""
    if loaded.language in NAMES and loaded.language != "en":
        return loaded.language
    name = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    if not name:
        name = locale.getlocale()[0] or ""
    return "ru" if name.startswith("ru") else "en"


def safe(text: str) -> str:
    """Text that cannot command a terminal."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def render(findings: Sequence[Finding], loaded: Loaded, form: str) -> str:
    """The findings in a form: text, concise, json, github or sarif."""
    tongue = language(loaded)
    match form:
        case "json":
            return json.dumps(as_json(findings, loaded, tongue), ensure_ascii=False, indent=2)
        case "sarif":
            return json.dumps(_sarif(findings, tongue), ensure_ascii=False, indent=2)
        case "github":
            return "\n".join(_github(f, tongue) for f in findings)
        case "concise":
            return "\n".join(_concise(f, tongue) for f in findings)
    return "\n".join(_text(f, tongue) for f in findings)


def _where(f: Finding) -> tuple[str, int, int, int, int]:
    source = f.place.source
    line, column = source.position(f.place.start)
    end_line, end_column = source.position(max(f.place.start, f.place.end))
    return source.name, line, column, end_line, end_column


def _text(f: Finding, tongue: str) -> str:
    from rich.cells import cell_len

    names = NAMES[tongue]
    message, hint = words(f, tongue)
    name, line, column, end_line, end_column = _where(f)
    text = f.place.source.line(line)
    before, after = text[: column - 1], text[column - 1 :]
    marked = after[: end_column - column] if end_line == line else after
    shown = safe(text.replace("\t", "    "))
    colour = COLOURS[f.severity]
    margin = " " * len(str(line))
    head = click.style(f"{names[f.severity]}[{f.code}]", fg=colour, bold=True)
    lead = " " * cell_len(safe(before.replace("\t", "    ")))
    mark = "^" * max(1, cell_len(safe(marked.rstrip().replace("\t", "    "))))
    out = [
        f"{head}: {safe(message)}",
        f"{margin}{click.style('-->', fg='blue')} {name}:{line}:{column}",
        f"{margin} {click.style('|', fg='blue')}",
        f"{click.style(str(line), fg='blue')} {click.style('|', fg='blue')} {shown}",
        f"{margin} {click.style('|', fg='blue')} {lead}{click.style(mark, fg=colour)}",
    ]
    if hint:
        out.append(f"{margin} {click.style('=', fg='blue')} {names['hint']}: {safe(hint)}")
    for step in f.witness:
        out.append(f"{margin}   · {safe(step)}")
    return "\n".join(out) + "\n"


def _concise(f: Finding, tongue: str) -> str:
    name, line, column, _, _ = _where(f)
    return f"{name}:{line}:{column}: {f.code} {safe(words(f, tongue)[0])}"


def as_json(findings: Sequence[Finding], loaded: Loaded, tongue: str) -> dict[str, Any]:
    """The document that `check --format json` prints."""
    rows = []
    for f in findings:
        message, hint = words(f, tongue)
        name, line, column, end_line, end_column = _where(f)
        rows.append({
            "code": f.code, "severity": f.severity, "message": message, "hint": hint,
            "file": name, "line": line, "column": column, "end_line": end_line,
            "end_column": end_column, "paragraph": f.paragraph, "witness": list(f.witness),
        })
    return {"findings": rows, "summary": summary(findings, loaded)}


def summary(findings: Sequence[Finding], loaded: Loaded) -> dict[str, Any]:
    """What there is in the book, and how many findings of each severity."""
    counts = {kind: sum(f.severity == kind for f in findings) for kind in COLOURS}
    sections = [s for key, s in loaded.book.sections.items() if key and not s.parent]
    todos = [
        {"paragraph": s.name, "line": s.source.position(s.offset + span.start)[0]}
        for s in sections for span in s.todos
    ]
    return {
        "paragraphs": len(sections), "errors": counts["error"], "warnings": counts["warning"],
        "notes": counts["note"], "todo": todos,
    }


def _github(f: Finding, tongue: str) -> str:
    kind = {"error": "error", "warning": "warning", "note": "notice"}[f.severity]
    message, hint = words(f, tongue)
    name, line, column, end_line, end_column = _where(f)

    def escape(text: str, more: str = "") -> str:
        for char in "%\r\n" + more:
            text = text.replace(char, f"%{ord(char):02X}")
        return text

    body = escape(f"{message} {hint}".strip())
    return (
        f"::{kind} file={escape(name, ':,')},line={line},endLine={end_line},col={column},"
        f"endColumn={end_column},title={f.code}::{body}"
    )


def _sarif(findings: Sequence[Finding], tongue: str) -> dict[str, Any]:
    results = []
    for f in findings:
        message, hint = words(f, tongue)
        name, line, column, end_line, end_column = _where(f)
        results.append({
            "ruleId": f.code, "level": f.severity,
            "message": {"text": f"{message} {hint}".strip()},
            "locations": [{"physicalLocation": {
                "artifactLocation": {"uri": quote(PurePath(name).as_posix())},
                "region": {"startLine": line, "startColumn": column, "endLine": end_line,
                           "endColumn": end_column},
            }}],
            "partialFingerprints": {
                "gbk/v1": f"{f.code}:{f.paragraph}:{'|'.join(map(str, f.names.values()))}"
            },
        })
    rules = [{"id": code} for code in sorted({f.code for f in findings})]
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "gbk", "version": __version__, "rules": rules}},
            "columnKind": "unicodeCodePoints", "results": results,
        }],
    }
