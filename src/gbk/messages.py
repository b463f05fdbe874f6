"""The sentences of findings, one TOML file a pass and language under `grammar/messages`.

A sentence is a table `[key]` with `message` and, where there is something to do, `hint`.
A hint is left out where one of the names that it mentions is missing or empty.
"""

from __future__ import annotations

import string
import tomllib
from functools import cache

from gbk.model.diagnostic import Finding
from gbk.resources import resource


@cache
def sentences(language: str) -> dict[str, dict[str, str]]:
    """All sentences of a language by key."""
    found: dict[str, dict[str, str]] = {}
    for file in sorted((resource("grammar") / "messages" / language).glob("*.toml")):
        found.update(tomllib.loads(file.read_text("utf-8")))
    return found


def words(finding: Finding, language: str = "en") -> tuple[str, str]:
    """(message, hint) of a finding; the hint is "" where there is none. A key that the
    language lacks is said in English."""
    entry = sentences(language).get(finding.key) or sentences("en")[finding.key]
    hint = entry.get("hint", "")
    mentioned = [name for _, name, _, _ in string.Formatter().parse(hint) if name]
    if any(finding.names.get(name, "") == "" for name in mentioned):
        hint = ""
    return entry["message"].format_map(finding.names), hint.format_map(finding.names)
