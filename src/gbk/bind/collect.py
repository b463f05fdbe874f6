"""The files of a book: its own, those it includes, the rules it is played by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from gbk import syntax
from gbk.bind.met import met_names
from gbk.bind.names import near
from gbk.kept import kept
from gbk.model import tree
from gbk.model.diagnostic import Finding
from gbk.model.source import Place, Source
from gbk.resources import resource

Reader = Callable[[str], list[Source] | str]
Parse = Callable[[Source], tree.File]
MOST_FILES = 1000
BASE = "base"


@dataclass(slots=True, eq=False, repr=False)
class Heads:
    """`rules`: heads of rules files, the most basic first; `files`: the book's own files."""

    language: str
    rules: list[tree.Head] = field(default_factory=list)
    files: list[tree.File] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    def met(self, p: tree.Paragraph) -> Sequence[tuple[str, str, int]]:
        """What a paragraph declares by naming it in an order."""
        return met_names(p.text, self.language)


def systems() -> list[str]:
    """The names of the rule systems that ship."""
    return sorted(p.stem for p in resource("rules").glob("*.gbk") if p.stem != BASE)


def collect(source: Source, parse: Parse, reader: Reader, findings: list[Finding]) -> Heads:
    """Read all that the book names; what cannot be had is a finding."""
    heads = Heads(syntax.language_of(source))
    _system(BASE, heads)
    main = parse(source)
    heads.files.append(main)
    heads.seen.add(source.name)
    waiting = [main]
    while waiting:
        file = waiting.pop(0)
        for setting in file.head.settings:
            if setting.key == "rules":
                for name, place in _listed(file, setting):
                    _rules(name, place, heads, parse, reader, findings)
            elif setting.key == "include":
                for name, place in _listed(file, setting):
                    for further in _read(name, place, reader, findings):
                        if further.name in heads.seen or len(heads.files) >= MOST_FILES:
                            continue
                        heads.seen.add(further.name)
                        heads.files.append(parse(further))
                        waiting.append(heads.files[-1])
    return heads


def _listed(file: tree.File, setting: tree.Setting) -> list[tuple[str, Place]]:
    """The names of a setting, by commas, with their places."""
    out = []
    at = 0
    for part in setting.value.text.split(","):
        name = part.strip()
        start = file.head.offset + setting.value.span.start + at + len(part) - len(part.lstrip())
        if name:
            out.append((name, Place(file.source, start, start + len(name))))
        at += len(part) + 1
    return out


def _rules(
    name: str, place: Place, heads: Heads, parse: Parse, reader: Reader, findings: list[Finding]
) -> None:
    if not name.endswith(".gbk"):
        if name.casefold() in systems():
            _system(name.casefold(), heads)
        else:
            findings.append(
                Finding(
                    "bad-include",
                    "no-such-rules",
                    place,
                    {"name": name, "near": near(name, systems()), "known": ", ".join(systems())},
                )
            )
        return
    for source in _read(name, place, reader, findings):
        if source.name in heads.seen:
            continue
        heads.seen.add(source.name)
        file = parse(source)
        for setting in file.head.settings:
            if setting.key == "rules":
                for other, at in _listed(file, setting):
                    _rules(other, at, heads, parse, reader, findings)
        heads.rules.append(file.head)


def _system(name: str, heads: Heads) -> None:
    """A rules file that ships, after those that it builds on."""
    path = resource("rules") / f"{name}.gbk"
    key = f"rules/{name}.gbk"
    if key in heads.seen or not path.is_file():
        return
    heads.seen.add(key)

    def parse(text: str) -> tree.File:
        findings: list[Finding] = []
        file = syntax.parse_file(Source(key, text), "en", findings)
        if findings:
            raise AssertionError(f"{key}: {findings[0]}")
        return file

    file = kept(f"{name}.rules", path.read_text("utf-8"), parse)
    for setting in file.head.settings:
        if setting.key == "rules":
            for other in setting.value.text.split(","):
                _system(other.strip(), heads)
    heads.rules.append(file.head)


def _read(name: str, place: Place, reader: Reader, findings: list[Finding]) -> list[Source]:
    found = reader(name)
    if isinstance(found, str):
        findings.append(Finding("bad-include", f"include-{found}", place, {"name": name}))
        return []
    return found
