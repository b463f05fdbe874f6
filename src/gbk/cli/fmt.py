"""`gbk fmt`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from gbk.cli import common
from gbk.cli.fail import Refused
from gbk.model.diagnostic import Finding
from gbk.model.source import Source

STANDARD = "-"


@click.command(short_help="Lay out the text of books in the one canonical form.")
@click.argument("books", nargs=-1, required=True, type=click.Path(), metavar="BOOK...")
@click.option("--check", is_flag=True, help="Change nothing; name the files that would change.")
@click.option("--diff", is_flag=True, help="Change nothing; print what would change.")
@common.root_option
@common.color_option
def command(books: tuple[str, ...], check: bool, diff: bool, root: str | None, color: str) -> int:
    """Lay out every BOOK with all the files that it includes: blanks, indents and empty lines,
    never a word. `-` lays out the standard input. A file with mistakes in it stays as it is.

    Exit status: 1 if a file has mistakes or, with --check, would change."""
    from gbk.cli.show import as_text, tongue
    from gbk.cli.talk import Talk

    changed = faulty = 0
    laid = [
        (name, text, *_laid(source, tried)) for name, text, source, tried in _files(books, root)
    ]
    for name, text, new, language, findings in laid:
        talk = Talk(tongue(language))
        if findings:
            faulty += 1
            shown = as_text(findings, tongue(language))
            click.echo(shown, err=name == STANDARD, color=common.colour(color))
            click.echo(talk("fmt_left", name), err=True)
            continue
        changed += new != text
        if new != text and check and not diff:
            click.echo(name)
        if diff:
            click.echo(_diff(name, text, new), nl=False)
        elif name == STANDARD and not check:
            click.echo(new.encode(), nl=False)
        elif new != text and not check:
            _write(Path(name), new)
            click.echo(talk("fmt_done", name), err=True)
    if not changed and not faulty and books != (STANDARD,):
        click.echo(talk("fmt_same"), err=True)
    return int(faulty > 0 or (check and changed > 0))


def _files(
    books: tuple[str, ...], root: str | None
) -> Iterator[tuple[str, str, Source, list[str]]]:
    """Each file once: its name, its text as it stands there, the same as a source, and the
    languages that it may be in, the likeliest first. Raises Refused."""
    from gbk.pipeline import UnreadableError, files_of, read_text, source_of
    from gbk.syntax import language_of, languages

    if STANDARD in books:
        if len(books) > 1:
            raise Refused("`-` means the standard input, and stands alone.")
        try:
            text = sys.stdin.buffer.read().decode("utf-8")
        except UnicodeDecodeError:
            raise Refused("The standard input is not UTF-8 text.") from None
        source = source_of(text, STANDARD)
        yield STANDARD, text, source, [language_of(source), *languages()]
        return
    seen: set[Path] = set()
    for book in books:
        try:
            main, *more = files_of(Path(book), root)
            for source in (main, *more):
                real = Path(source.name).resolve()
                if real not in seen:
                    seen.add(real)
                    text = read_text(real, source.name)
                    yield source.name, text, source, [language_of(main), *languages()]
        except UnreadableError as error:
            raise Refused(str(error)) from None


def _laid(source: Source, tried: list[str]) -> tuple[str, str, list[Finding]]:
    """A source's new text, its language, and its mistakes if it has any. A file that others
    include does not say which language it is in: the first that it can be read in is meant."""
    from gbk.format import layout

    for language in tried:
        text, findings = layout(source, language)
        if not findings:
            return text, language, []
    return source.text, tried[0], layout(source, tried[0])[1]


def _diff(name: str, old: str, new: str) -> str:
    from difflib import unified_diff

    from gbk.cli.safe import safe

    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    rows = list(unified_diff(before, after, name, name))
    text = "".join(row if row.endswith("\n") else f"{row}\n\\ No newline\n" for row in rows)
    return safe(text) if sys.stdout.isatty() else text


def _write(path: Path, text: str) -> None:
    from gbk.cli.files import write

    try:
        write(path, text.encode())
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror or error}.") from None
