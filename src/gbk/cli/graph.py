"""`gbk graph`."""

from __future__ import annotations

import json

import click

from gbk.cli import common


@click.command(short_help="Print the ways between the paragraphs.")
@common.book_argument
@click.option(
    "--format",
    "form",
    type=click.Choice(["dot", "mermaid", "json"]),
    default="dot",
    show_default=True,
)
@common.root_option
def command(book: str, form: str, root: str | None) -> int:
    """Print the graph of BOOK: every paragraph and every way between two of them."""
    from gbk.export.graph import dot, edges, mermaid

    loaded = common.read(book, root)
    match form:
        case "json":
            rows = [{"from": a, "to": b} for a, b in edges(loaded.book)]
            names = [s.name for key, s in loaded.book.sections.items() if key and not s.parent]
            data = {"paragraphs": names, "ways": rows}
            click.echo(json.dumps(data, ensure_ascii=False, indent=2))
        case "mermaid":
            click.echo(mermaid(loaded.book))
        case _:
            click.echo(dot(loaded.book))
    return 0
