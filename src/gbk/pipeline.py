"""Source to tree to book to program: the whole way on one screen.

Every command calls `load`; what is pure here takes text and a `Reader` of further files.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gbk import syntax
from gbk.bind.collect import Heads, Reader, collect
from gbk.bind.env import Env
from gbk.bind.met import met_names
from gbk.bind.names import fold, near
from gbk.bind.symbols import Origin
from gbk.cache import Cache, open_cache
from gbk.lower import forced
from gbk.lower.code import Compiled
from gbk.lower.compiler import Compiler
from gbk.lower.link import link
from gbk.lower.typography import Typesetter
from gbk.model import tree
from gbk.model.book import LARGEST_PICTURE, Book, Named, PictureUse, Section, Use
from gbk.model.diagnostic import Finding
from gbk.model.program import Program
from gbk.model.source import Place, Source, Span
from gbk.shelf import Shelf, names_digest

LARGEST = 64 * 2**20


class UnreadableError(Exception):
    """A file that cannot be read at all: the sentence says which and why."""


@dataclass(slots=True)
class Loaded:
    """A book on its way: `program` is None where errors forbid one."""

    source: Source
    folder: Path | None
    language: str
    book: Book
    program: Program | None
    findings: list[Finding]
    pictures: dict[str, bytes] = field(default_factory=dict)
    files: tuple[str, ...] = ()


def read_bytes(path: Path) -> bytes | None:
    """What a file holds, None where it is more than 64 MB: devices have no end. Raises OSError."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    return None if len(data) > LARGEST else data


def read_text(path: Path, shown: str, what: str = "the .gbk file") -> str:
    """A file's text as it stands there; `what` it should have been where it is a folder.
    Raises UnreadableError with a sentence."""
    try:
        if path.is_dir():
            raise UnreadableError(f"{shown} is a folder. Name {what} in it.")
        data = read_bytes(path)
        if data is None:
            raise UnreadableError(f"{shown} is larger than 64 MB: that is no book of text.")
    except FileNotFoundError:
        raise UnreadableError(f"There is no file {shown}.") from None
    except OSError as error:
        raise UnreadableError(f"{shown} cannot be read: {error.strerror or error}.") from None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableError(
            f"{shown} is not UTF-8 text (byte {error.start + 1}). Save it as UTF-8."
        ) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise UnreadableError(f"{shown} is no text: there is a zero byte in line {line}.")
    return text


def read_source(path: Path, name: str | None = None, what: str = "the .gbk file") -> Source:
    """One file as a source. Raises UnreadableError with a sentence."""
    shown = name or str(path)
    return source_of(read_text(path, shown, what), shown)


def source_of(text: str, name: str) -> Source:
    """A source without the byte-order mark and the line ends that a text may have."""
    return Source(name, text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))


def load(path: str | Path, root: str | Path | None = None, cache: Cache | None = None) -> Loaded:
    """Read a book and everything that it includes; compile it. With a cache, paragraphs that
    did not change are taken from there: enough for a program, not for the checks."""
    path = Path(path)
    loaded = compile_source(read_source(path), reader_of(path, root), cache)
    loaded.folder = path.resolve().parent
    return loaded


def reader_of(path: Path, root: str | Path | None = None) -> Reader:
    """What gives a book at a path the further files that it names."""
    folder = path.resolve().parent
    widest = Path(root).resolve() if root else folder
    if not widest.is_dir():
        raise UnreadableError(f"{root} is no folder. Name with --root one that the book is in.")
    if not folder.is_relative_to(widest):
        raise UnreadableError(f"{path} is not in {root}. Name with --root a folder that it is in.")

    def reader(pattern: str) -> list[Source] | str:
        """The files that a relative path or glob names, or why there are none."""
        if os.path.isabs(pattern) or (".." in Path(pattern).parts and widest == folder):
            return "outside"
        import glob

        found = sorted(glob.glob(str(folder / pattern), recursive=True)) or [str(folder / pattern)]
        sources = []
        for name in found:
            real = Path(name).resolve()
            if not real.is_relative_to(widest):
                return "outside"
            if not real.is_file():
                return "missing"
            sources.append(read_source(real, os.path.relpath(name, Path.cwd())))
        return sources

    return reader


def files_of(path: Path, root: str | Path | None = None) -> list[Source]:
    """The files that a book is made of, itself first: what it includes and its own rules; none
    of what ships. Raises UnreadableError."""
    source = read_source(path)
    reader = reader_of(path, root)
    found = {source.name: source}

    def heads_alone(source: Source) -> tree.File:
        (start, end), _ = syntax.split(source)
        return tree.File(source, syntax.parse_head(source, start, end, language, []), ())

    def noted(pattern: str) -> list[Source] | str:
        sources = reader(pattern)
        if not isinstance(sources, str):
            found.update((further.name, further) for further in sources)
        return sources

    language = syntax.language_of(source)
    collect(source, heads_alone, noted, [])
    return list(found.values())


def load_text(text: str, files: Mapping[str, str] | None = None, name: str = "book.gbk") -> Loaded:
    """Compile a text; `files` are what it may include, by relative path."""
    files = files or {}

    def reader(pattern: str) -> list[Source] | str:
        return [Source(pattern, files[pattern])] if pattern in files else "missing"

    return compile_source(Source(name, text), reader)


def compile_source(source: Source, reader: Reader, cache: Cache | None = None) -> Loaded:
    """The pipeline: parse, bind, lower, link."""
    findings: list[Finding] = []
    language = syntax.language_of(source)
    shelf = Shelf(cache or Cache(), language, findings)
    heads = collect(source, shelf.parse, reader, findings)
    env = declare(heads, language, findings)
    compiler = Compiler(env)
    shelf.names = names_digest(env, heads)
    paragraphs = [
        p for file in heads.files for p in file.paragraphs if env.owners[fold(p.name)] is p
    ]
    units: dict[str, Compiled] = {}
    for p in paragraphs:
        units.update(shelf.compile(p, compiler))
    uses = {
        item.name: compiler.use(item, *env.homes[item.name])
        for item in env.items
        if item.tree is not None and item.tree.use is not None
    }
    first = _first(env, heads.files[0], units, findings)
    start = compiler.start(source, first)
    book = book_of(env, heads, paragraphs, units, compiler, start, first)
    program = None
    if units and not any(f.severity == "error" for f in findings):
        titles = {
            fold(p.name): Typesetter(language, breaking=True).set(p.title) for p in paragraphs
        }
        program = link(env, start, compiler.routines, units, titles, uses)
    return Loaded(
        source,
        None,
        language,
        book,
        program,
        findings,
        files=tuple(file.source.name for file in heads.files),
    )


def _first(env: Env, main: tree.File, units: dict[str, Compiled], findings: list[Finding]) -> str:
    """Key of the paragraph that the book begins with."""
    named = next((s for s in main.head.settings if s.key == "start"), None)
    if named is not None:
        key = fold(named.value.text)
        if key in units:
            return key
        env.say(
            "unknown-target",
            "unknown-target",
            main.source,
            main.head.offset,
            named.value.span,
            name=named.value.text,
            near=near(named.value.text, env.paragraph_names.values()),
        )
    if not units:
        env.say("syntax", "no-paragraphs", main.source, 0, Span(0, 0))
    return next(iter(units), "")


def declare(heads: Heads, language: str, findings: list[Finding]) -> Env:
    """All names of the book: heads of the rules, heads of the book, paragraphs, and items and
    codewords that are declared by being met."""
    env = Env(language, syntax.canonical_verbs(language), findings)
    for head in heads.rules:
        env.add_head(head, own=False)
    for file in heads.files:
        env.add_head(file.head, own=True)
        for setting in file.head.settings:
            if file is heads.files[0]:
                env.settings.setdefault(setting.key, _setting(env, file, setting))
    env.settings["language"] = language
    for head in [*heads.rules, *(file.head for file in heads.files)]:
        for d in head.declarations:
            if isinstance(d, tree.Thing):
                env.homes[env.item(d.name.name).name] = (head.source, head.offset)
    for file in heads.files:
        for p in file.paragraphs:
            env.add_paragraph(p)
    for file in heads.files:
        for p in file.paragraphs:
            for kind, name, at in heads.met(p):
                place = Place(p.source, p.offset + at, p.offset + at + len(name))
                env.meet(kind, name, Origin(place, True, False, p.name))
        head_text = file.source.text[
            file.head.offset : file.paragraphs[0].offset if file.paragraphs else None
        ]
        for kind, name, at in met_names(head_text, language, statements=True):
            place = Place(file.source, file.head.offset + at, file.head.offset + at + len(name))
            env.meet(kind, name, Origin(place, True, False))
    env.finish()
    return env


_VALUES = {"locked": ("hide", "show"), "undo": ("yes", "no"), "numbers": ("keep", "shuffle")}


def _setting(env: Env, file: tree.File, setting: tree.Setting) -> str:
    """What a setting says; one of a few words in its English form."""
    value = setting.value
    known = _VALUES.get(setting.key, ())
    if not known:
        return value.text
    word = env.word("value", value.text)
    if word in known:
        return word
    names: dict[str, str | int] = {
        "name": value.text,
        "known": ", ".join(f"`{env.forms('value', one)[-1]}`" for one in known),
    }
    env.say("syntax", "setting-value", file.source, file.head.offset, value.span, **names)
    return known[0]


def book_of(
    env: Env,
    heads: Heads,
    paragraphs: list[tree.Paragraph],
    units: dict[str, Compiled],
    compiler: Compiler,
    start: Compiled,
    first: str,
) -> Book:
    """What the checks read."""
    main = heads.files[0]
    uses: list[Use] = list(start.uses)
    uses += [
        Use("item", fold(item.name), "look", Span(0, 0))
        for item in env.items
        if item.tree is not None and (item.tree.use is not None or item.tree.modifiers)
    ]
    flow = list(start.flow)
    for routine in compiler.routines.values():
        uses.extend(routine.uses)
        flow.extend(routine.flow)
    allowed = frozenset().union(*(file.head.allowed for file in heads.files))
    sections = {
        "": Section(
            "",
            "",
            main.source,
            main.head.offset,
            Span(0, 0),
            allowed,
            flow=tuple(flow),
            uses=tuple(uses),
            pictures=tuple(
                PictureUse(setting.value.text, setting.value.span)
                for setting in main.head.settings
                if setting.key == "cover"
            ),
        )
    }
    keys = [
        (owner, key)
        for owner in paragraphs
        for key in (
            fold(owner.name),
            *(f"{fold(owner.name)}/{fold(step.name)}" for step in owner.steps),
        )
    ]
    for p, key in keys:
        unit = units[key]
        step = next((s for s in p.steps if key == f"{fold(p.name)}/{fold(s.name)}"), None)
        sections[key] = Section(
            key,
            step.name if step else p.name,
            p.source,
            p.offset,
            step.span if step else p.span,
            p.allowed,
            fold(p.name) if step else "",
            unit.flow,
            tuple(unit.uses),
            tuple(unit.pictures),
            p.todos if step is None else (),
            forced.plain(unit),
            forced.visit(unit, compiler.routines),
            tuple(unit.sites),
        )
    names = tuple(
        Named(kind, key, symbol.name, origin.place, origin.own, origin.declared, origin.paragraph)  # type: ignore[arg-type]
        for (kind, key), origin in env.origins.items()
        if (symbol := env.names.get(key)) is not None
    )
    return Book(env.settings.get("book", ""), env.language, "", first, sections, names)


def check(loaded: Loaded) -> list[Finding]:
    """All findings: those of the way here and those of the structural checks, with what the
    author allowed left out."""
    from gbk.check import check as structural
    from gbk.check.select import select

    def size(path: str) -> int | None:
        file = _file(loaded, path)
        return file.stat().st_size if file else None

    return select([*loaded.findings, *structural(loaded.book, size)], loaded.book)


def _file(loaded: Loaded, path: str) -> Path | None:
    """A file in the book's folder; None where it is not there or leads out of it."""
    if loaded.folder is None:
        return None
    real = (loaded.folder / path).resolve()
    return real if real.is_relative_to(loaded.folder) and real.is_file() else None


def build(
    path: str | Path,
    root: str | Path | None = None,
    css: str = "",
    templates: str | Path | None = None,
) -> tuple[Loaded, str]:
    """A book as one HTML page; "" where its errors forbid one. What did not change since the
    last build is not compiled again. `css` and `templates` as in `export.html`."""
    from gbk.export.html import html

    cache = open_cache(Path(path))
    loaded = load(path, root, cache)
    if loaded.program is None:
        return loaded, ""
    cache.save()
    loaded.pictures = pictures(loaded)
    return loaded, html(
        loaded.program, loaded.pictures, css, Path(templates) if templates else None
    )


def pictures(loaded: Loaded) -> dict[str, bytes]:
    """The picture files of a book by the path that names them, its cover with them; those not
    there or over the limit are left out."""
    named = {p.path for section in loaded.book.sections.values() for p in section.pictures}
    files = {path: _file(loaded, path) for path in sorted(named)}
    return {
        path: file.read_bytes()
        for path, file in files.items()
        if file and file.stat().st_size <= LARGEST_PICTURE
    }
