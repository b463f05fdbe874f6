"""Paragraphs on their way from text to code, through the cache where it knows them."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field

from gbk import syntax
from gbk.bind.collect import Heads
from gbk.bind.env import Env
from gbk.bind.names import fold
from gbk.cache import Cache, Outline, digest
from gbk.lower.code import Compiled
from gbk.lower.compiler import Compiler
from gbk.model import tree
from gbk.model.diagnostic import Finding
from gbk.model.source import Source, Span


@dataclass(slots=True, eq=False, repr=False)
class Shelf:
    """`names`: the digest of all that names mean; `texts`: the digest of each paragraph's text,
    by the paragraph's identity; `stubs`: paragraphs whose body was not parsed."""

    cache: Cache
    language: str
    findings: list[Finding]
    names: bytes = b""
    texts: dict[int, bytes] = field(default_factory=dict)
    stubs: set[int] = field(default_factory=set)
    faulty: set[int] = field(default_factory=set)

    def parse(self, source: Source) -> tree.File:
        """A file's tree; paragraphs that the cache knows are stubs with names alone."""
        if self.cache.path is None:
            return syntax.parse_file(source, self.language, self.findings)
        (start, end), spans = syntax.split(source)
        head = self._head(source, start, end)
        paragraphs = []
        for start, end in spans:
            text = source.text[start:end]
            key = digest(text, self.language)
            outline = self.cache.outlines.get(key)
            if outline is not None:
                p = _stub(source, start, text, outline)
                self.stubs.add(id(p))
            else:
                before = len(self.findings)
                p = syntax.parse_paragraph(source, start, end, self.language, self.findings)
                if len(self.findings) > before:
                    self.faulty.add(id(p))
            self.texts[id(p)] = key
            paragraphs.append(p)
        return tree.File(source, head, tuple(paragraphs))

    def _head(self, source: Source, start: int, end: int) -> tree.Head:
        """The head of a file; an unchanged one is not parsed again."""
        key = digest(source.text[start:end], self.language)
        known = self.cache.heads.get(key)
        if known is not None:
            self.cache.used_heads[key] = known
            return tree.Head(source, start, *pickle.loads(known))
        before = len(self.findings)
        head = syntax.parse_head(source, start, end, self.language, self.findings)
        if len(self.findings) == before:
            said = head.settings, head.declarations, head.allowed
            self.cache.used_heads[key] = pickle.dumps(said)
        return head

    def compile(self, p: tree.Paragraph, compiler: Compiler) -> dict[str, Compiled]:
        """The units of a paragraph by key: itself and its steps."""
        text = self.texts.get(id(p), b"")
        key = fold(p.name)
        known = self.cache.units.get(text + self.names) if id(p) in self.stubs else None
        if known is not None and all(self._fits(unit, compiler) for unit in known.values()):
            self._keep(p, text, known)
            return {f"{key}/{step}" if step else key: unit for step, unit in known.items()}
        if id(p) in self.stubs:
            end = p.offset + len(p.text)
            stub, p = (
                p,
                syntax.parse_paragraph(p.source, p.offset, end, self.language, self.findings),
            )
            compiler.env.owners[key] = p
            self.stubs.discard(id(stub))
        before = len(self.findings)
        bodies = {"": p.body, **{fold(step.name): step.body for step in p.steps}}
        units = {
            step: compiler.paragraph(p, f"{key}/{step}" if step else key, body)
            for step, body in bodies.items()
        }
        if text and len(self.findings) == before and id(p) not in self.faulty:
            self.cache.units[text + self.names] = units
            self._keep(p, text, units)
        return {f"{key}/{step}" if step else key: unit for step, unit in units.items()}

    def _fits(self, unit: Compiled, compiler: Compiler) -> bool:
        """Whether all that a cached unit names is still there; its rules are compiled."""
        for _, ref in unit.refs:
            if ref[0] in ("paragraph", "visits") and ref[1] not in compiler.env.paragraphs:
                return False
        return all(compiler.want(ref) for ref in unit.wants)

    def _keep(self, p: tree.Paragraph, text: bytes, units: dict[str, Compiled]) -> None:
        outline = Outline(p.name, p.title, tuple(step.name for step in p.steps), tuple(p.span))
        self.cache.used[text] = outline, self.names


def _stub(source: Source, offset: int, text: str, o: Outline) -> tree.Paragraph:
    span = Span(*o.span)
    steps = tuple(tree.Step(name, (), span) for name in o.steps)
    return tree.Paragraph(
        source, offset, o.name, o.title, (), (), steps, frozenset(), (), span, text
    )


def names_digest(env: Env, heads: Heads) -> bytes:
    """A digest of everything that a name in a paragraph can mean, and of every rule."""
    files = [(file.head, file.source.text[: _head_end(file)]) for file in heads.files]
    return digest(
        env.language,
        *(head.source.text for head in heads.rules),
        *(text for _, text in files),
        *(item.name for item in env.items),
        "\x00",
        *(word.name for word in env.codewords),
        "\x00",
        *sorted(env.dice_attributes),
    )


def _head_end(file: tree.File) -> int:
    return file.paragraphs[0].offset if file.paragraphs else len(file.source.text)
