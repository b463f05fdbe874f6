"""`gbk build`."""

from __future__ import annotations

import gc
from pathlib import Path

import click

from gbk.cli import common
from gbk.cli.fail import Refused
from gbk.cli.files import write


@click.command(short_help="Build one HTML file that anybody can open and play.")
@common.book_argument
@click.option(
    "-o",
    "--output",
    help="The file to write; `-` for standard output. Default: BOOK with .html for .gbk.",
)
@click.option("--theme", type=click.Path(), help="A CSS file that is added to the page's style.")
@click.option(
    "--templates", type=click.Path(), help="A folder of files to take instead of the page's own."
)
@common.root_option
def command(
    book: str, output: str | None, theme: str | None, templates: str | None, root: str | None
) -> int:
    """Build BOOK as one HTML file: it opens by double click, needs no network and keeps the
    reader's game."""
    # One book a process: what is made lives to the end, so looking for garbage costs and frees nothing.
    gc.disable()
    from gbk.export.html import UnusableError
    from gbk.pipeline import UnreadableError, build, read_source

    try:
        css = read_source(Path(theme), what="the .css file").text if theme else ""
        if templates and not Path(templates).is_dir():
            raise Refused(f"There is no folder {templates}.")
        loaded, page = build(book, root, css, templates)
    except (UnreadableError, UnusableError) as error:
        raise Refused(str(error)) from None
    common.program_of(loaded)
    if output == "-":
        click.echo(page)
        return 0
    target = Path(output) if output else Path(book).with_suffix(".html")
    if target.resolve() == Path(book).resolve():
        raise Refused(f"{target} is the book itself; name another file with -o.")
    data = page.encode("utf-8", "replace")
    try:
        write(target, data)
    except OSError as error:
        raise Refused(f"{target} cannot be written: {error.strerror or error}.") from None
    click.echo(f"{target} ({-(-len(data) // 1024)} KB)", err=True)
    return 0
