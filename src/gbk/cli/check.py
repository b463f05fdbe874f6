"""`gbk check`."""

from __future__ import annotations

import click

from gbk.cli import common


@click.command(short_help="Look for mistakes in a book.")
@common.book_argument
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "concise", "json", "github", "sarif"]),
    default="text",
    show_default=True,
    help="How findings are printed.",
)
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning"]),
    default="error",
    show_default=True,
    help="From which severity on the exit status is 1.",
)
@common.root_option
@common.color_option
def command(book: str, form: str, fail_on: str, root: str | None, color: str) -> int:
    """Look for mistakes in BOOK: names that mean nothing, paragraphs that nobody can reach,
    ways that lead nowhere, choices that nobody is offered. `gbk explain CODE` tells more."""
    from gbk.cli.safe import safe
    from gbk.cli.show import closing, language, render, summary
    from gbk.pipeline import check

    loaded = common.read(book, root)
    findings = check(loaded)
    text = render(findings, loaded, form)
    if text or form == "json":
        click.echo(text, color=common.colour(color))
    if form == "text":
        counts = summary(findings, loaded)
        for row in counts["todo"]:
            click.echo(safe(f"todo: {row['paragraph']} ({row['file']}:{row['line']})"))
        click.echo(safe(closing(counts, book, language(loaded))), err=True)
    grave = {"error"} if fail_on == "error" else {"error", "warning"}
    return int(any(f.severity in grave for f in findings))
