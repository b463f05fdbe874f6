"""`gbk odds`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any

import click

from gbk.cli import common
from gbk.cli.fail import Refused, unknown
from gbk.pipeline import Loaded


@click.command(short_help="Exact chances: of a paragraph's directives, of the whole book.")
@common.book_argument
@click.option("--at", metavar="PARAGRAPH", help="The directives of this paragraph.")
@click.option(
    "--set",
    "sets",
    multiple=True,
    metavar="NAME=VALUE",
    help="The hero as he comes there: a stat, an item or a codeword; several are allowed.",
)
@click.option("--exact", is_flag=True, help="Chances as fractions (with --at).")
@click.option(
    "--with-choices", is_flag=True, help="Count the choices and `when` lines under a directive too."
)
@click.option(
    "--max-states",
    type=click.IntRange(10, 100_000_000),
    help="How many states may be looked at. A book of more is estimated.",
)
@click.option("--seed", default=0, show_default=True, help="The dice of an estimate.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
@common.root_option
def command(
    book: str,
    at: str | None,
    sets: tuple[str, ...],
    exact: bool,
    with_choices: bool,
    max_states: int | None,
    seed: int,
    form: str,
    root: str | None,
) -> int:
    """The chances in BOOK.

    With --at, of each directive with chances in one paragraph: under the best decisions for its
    first outcome, under first options, under chance. Without it, of winning the book: exact
    where its states are few enough, else an estimate with an interval."""
    from gbk.odds.chances import TooManyCases
    from gbk.odds.states import MOST_STATES, TooManyStates
    from gbk.run.core import EndlessError
    from gbk.run.sheet import SetError

    if at is None and (sets or exact or with_choices):
        raise click.UsageError("--set, --exact and --with-choices need --at PARAGRAPH.")
    if bad := [one for one in sets if "=" not in one]:
        raise click.UsageError(f"--set takes NAME=VALUE, not “{bad[0]}”.")
    loaded = common.read(book, root)
    common.program_of(loaded, status=2)
    most = max_states or MOST_STATES
    try:
        if at is not None:
            return _directives(loaded, at, sets, exact, with_choices, most, form)
        return _book(loaded, most, seed, form)
    except SetError as error:
        raise Refused(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
    except TooManyStates:
        raise Refused(
            f"There are more than {most} states here. Allow more with --max-states."
        ) from None
    except TooManyCases:
        raise common.too_many_cases() from None
    except EndlessError as error:
        assert loaded.program is not None
        raise common.endless(book, loaded.program, error) from None


def _directives(
    loaded: Loaded,
    at: str,
    sets: Iterable[str],
    exact: bool,
    with_choices: bool,
    most: int,
    form: str,
) -> int:
    from gbk.odds.directive import NoParagraphError, directives

    program = loaded.program
    assert program is not None
    try:
        found = directives(program, loaded.book, at, sets, exact, with_choices, most)
    except NoParagraphError:
        names = [p.name for p in program.paragraphs]
        raise unknown("There is no paragraph", at, names, "`gbk graph` shows them all.") from None
    if form == "json":
        click.echo(json.dumps(found, ensure_ascii=False, indent=2))
        return 0
    if not found["directives"]:
        click.echo(f"Nothing in {at} hangs on chance.")
    for row in found["directives"]:
        _show(row)
    if found["directives"] and found["hero"]:
        click.echo(f"The hero: {found['hero']}.")
    return 0


def _show(row: dict[str, Any]) -> None:
    states = "1 state" if row["states"] == 1 else f"{row['states']} states"
    click.echo(f"{row['paragraph']}, line {row['line']}: {row['rule']} ({states})")
    names = list(row["best"])
    wide = max(map(len, [*names, "outcome"]))
    click.echo(f"  {'outcome':<{wide}}  {'best':>9}  {'first':>9}  {'random':>9}")
    for name in names:
        shown = "  ".join(f"{_percent(row[p][name]):>9}" for p in ("best", "first", "random"))
        click.echo(f"  {name:<{wide}}  {shown}")
    if float(_number(row["rounds"])):
        click.echo(f"  rounds: {_number(row['rounds']):.2f} on average")
    if row["after"]:
        after = ", ".join(f"{name} {_number(value):.2f}" for name, value in row["after"].items())
        click.echo(f"  afterwards, where it goes well: {after}")
    click.echo()


def _number(value: str | float) -> float:
    from fractions import Fraction

    return float(Fraction(value)) if isinstance(value, str) else value


def _percent(value: str | float) -> str:
    return value if isinstance(value, str) else f"{100 * value:.2f} %"


def _book(loaded: Loaded, most: int, seed: int, form: str) -> int:
    from gbk.odds.book import book

    assert loaded.program is not None

    def told(heroes: int, states: int) -> None:
        click.echo(f"\r{heroes} heroes, {states} states", nl=False, err=True)

    watched = sys.stderr.isatty()
    found = book(loaded.program, most, seed, told) if watched else book(loaded.program, most, seed)
    if watched and found["method"] == "estimate":
        click.echo(err=True)
    if form == "json":
        click.echo(json.dumps({"book": found}, ensure_ascii=False, indent=2))
        return 0
    low, high = found["interval"]
    if found["method"] == "exact":
        click.echo(f"best play wins   {_percent(found['best'])}")
        click.echo(f"chance wins      {_percent(found['random'])}")
        click.echo(f"exact, {found['states']} states")
    else:
        least, most_random = found["random_interval"]
        click.echo(
            f"best play wins   about {_percent(found['best'])}"
            f"  (between {_percent(low)} and {_percent(high)})"
        )
        click.echo(
            f"chance wins      about {_percent(found['random'])}"
            f"  (between {_percent(least)} and {_percent(most_random)})"
        )
        click.echo(
            f"an estimate: {found['heroes']} heroes made by dice, {found['states']} states, "
            f"{found['plays']} plays by chance; --max-states allows more"
        )
    return 0
