"""What several commands share: reading a book, its options, refusing one with errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gbk.cli.fail import Refused
from gbk.model.program import Program
from gbk.pipeline import Loaded, UnreadableError, load

if TYPE_CHECKING:
    from gbk.run.core import EndlessError

F = TypeVar("F", bound=Callable[..., Any])

book_argument = click.argument("book", type=click.Path())
root_option = click.option(
    "--root", type=click.Path(), help="How far up the book may include files from."
)
color_option = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Coloured output.",
)


def read(book: str, root: str | None) -> Loaded:
    """The book at a path. Raises Refused where it cannot be read."""
    try:
        return load(book, root)
    except UnreadableError as error:
        raise Refused(str(error)) from None


def colour(choice: str) -> bool | None:
    """What click's `echo` takes for `--color`."""
    import os

    if choice == "auto":
        return False if os.environ.get("NO_COLOR") else None
    return choice == "always"


def endless(book: str, program: Program, error: EndlessError) -> SystemExit:
    """The book is at fault: it is said, and exit status is 1 as for a finding."""
    from gbk.cli.safe import safe

    click.echo(safe(f"gbk: {book}: {endless_sentence(program, error)}"), err=True)
    return SystemExit(1)


def endless_sentence(program: Program, error: EndlessError) -> str:
    """How a book runs on, and where, in its language."""
    from gbk.cli.talk import Talk

    talk = Talk(program.settings.get("language", "en"))
    where = f"“{error.paragraph}”" if error.paragraph else talk("endless_head")
    return talk(f"endless_{error.why}", where)


def program_of(loaded: Loaded, status: int = 1) -> Program:
    """The program of a book; where it has none, its errors are shown and gbk exits."""
    if loaded.program is not None:
        return loaded.program
    from gbk.cli.show import render

    errors = [f for f in loaded.findings if f.severity == "error"]
    click.echo(render(errors, loaded, "text"), err=True, color=colour("auto"))
    raise SystemExit(status)


def too_many_cases() -> Refused:
    """The refusal of dice whose sums nobody can list."""
    return Refused("Dice fall in this book in more ways than can be counted.")
