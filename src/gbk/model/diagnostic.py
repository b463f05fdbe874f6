"""Findings: what a check has to say to an author, as values.

A pass states facts: a code, a place, the key of a sentence and the names in it. The
sentence comes from `gbk.messages`, in the language of the reader.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from gbk.model.source import Place

Severity = Literal["error", "warning", "note"]

SEVERITY: dict[str, Severity] = {
    "syntax": "error",
    "looks-like-order": "warning",
    "unknown-target": "error",
    "duplicate-paragraph": "error",
    "unknown-name": "error",
    "bad-directive": "error",
    "bad-include": "error",
    "table-gap": "error",
    "table-overlap": "error",
    "missing-file": "error",
    "large-picture": "warning",
    "dead-end": "error",
    "endless": "error",
    "unreachable": "warning",
    "no-ending": "warning",
    "lost-choice": "warning",
    "never-true": "warning",
    "never-taken": "warning",
    "stuck": "warning",
    "always-true": "note",
    "never-used": "note",
    "doomed": "note",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding. `key` names its sentence in `grammar/messages/LANGUAGE/*.toml`, `names`
    fills it; `paragraph` is the name of the paragraph it stands in, "" in the head."""

    code: str
    key: str
    place: Place
    names: dict[str, str | int] = field(default_factory=dict)
    paragraph: str = ""
    witness: tuple[str, ...] = ()

    @property
    def severity(self) -> Severity:
        return SEVERITY[self.code]
