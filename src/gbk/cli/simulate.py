"""`gbk simulate`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

import click

from gbk.cli import common


@click.command(short_help="Play a book at random, many times, and count.")
@common.book_argument
@click.option(
    "-n",
    "--plays",
    default=1000,
    show_default=True,
    type=click.IntRange(1, 10**8),
    help="How many plays.",
)
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same answer.")
@click.option(
    "--policy",
    type=click.Choice(["random", "first"]),
    default="random",
    show_default=True,
    help="How the reader decides.",
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
@common.root_option
def command(book: str, plays: int, seed: int, policy: str, form: str, root: str | None) -> int:
    """Play BOOK many times and count endings, visits and lengths."""
    from gbk.odds.chances import TooManyCases
    from gbk.odds.plays import simulate
    from gbk.run.core import EndlessError

    program = common.program_of(common.read(book, root))
    try:
        counted = simulate(program, plays, seed, policy, _watched(plays), cores=None)
    except EndlessError as error:
        raise common.endless(book, program, error) from None
    except TooManyCases:
        raise common.too_many_cases() from None
    if form == "json":
        click.echo(json.dumps(counted, ensure_ascii=False, indent=2))
        return 0
    click.echo(f"{plays} plays, {policy} decisions, seed {seed}")
    for row in counted["by_ending"]:
        share = 100 * row["count"] / plays
        click.echo(f"  {share:5.1f} %  {row['kind']:<10} {row['paragraph']}")
    if counted["unfinished"]:
        click.echo(f"  {100 * counted['unfinished'] / plays:5.1f} %  unfinished")
    length = counted["length"]
    click.echo(
        f"choices a play: {length['mean']:.1f} on average, {length['p50']} in the middle, "
        f"{length['max']} at most"
    )
    if counted["never_visited"]:
        click.echo("never visited: " + ", ".join(counted["never_visited"]))
    return 0


def _watched(plays: int) -> Callable[[int], None]:
    """Tells on a terminal how many plays are done."""

    def told(done: int) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r{done} of {plays} plays", nl=done >= plays, err=True)

    return told
