"""`gbk check`."""

from __future__ import annotations

import click

from gbk.cli import common


@click.command(short_help="Look for mistakes in a book.")
@common.book_argument
@click.option("--format", "form", type=click.Choice(["text", "concise", "json", "github", "sarif"]),
              default="text", show_default=True, help="How findings are printed.")
@click.option("--fail-on", type=click.Choice(["error", "warning"]), default="error",
              show_default=True, help="From which severity on the exit status is 1.")
@common.root_option
@common.color_option
def command(book: str, form: str, fail_on: str, root: str | None, color: str) -> int:
    """Look for mistakes in BOOK: names that mean nothing, paragraphs that nobody can reach,
    ways that lead nowhere, choices that nobody is offered. `gbk explain CODE` tells more."""
    from gbk.cli.show import render, summary
    from gbk.pipeline import check

    loaded = common.read(book, root)
    findings = check(loaded)
    text = render(findings, loaded, form)
    if text or form == "json":
        click.echo(text, color=common.colour(color))
    if form == "text":
        _sum_up(summary(findings, loaded), book)
    grave = {"error"} if fail_on == "error" else {"error", "warning"}
    return int(any(f.severity in grave for f in findings))


def _sum_up(counts: dict[str, object], book: str) -> None:
    todo = counts["todo"]
    assert isinstance(todo, list)
    for row in todo:
        click.echo(f"todo: {row['paragraph']} (line {row['line']})")
    found = [f"{counts[kind]} {kind}" for kind in ("errors", "warnings", "notes") if counts[kind]]
    click.echo(
        f"{book}: {counts['paragraphs']} paragraphs, {', '.join(found) if found else 'nothing found'}.",
        err=True,
    )
