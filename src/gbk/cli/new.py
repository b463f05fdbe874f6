"""`gbk new`."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click

from gbk.cli.fail import Refused


@click.command(short_help="Begin a book: a small one that plays, to be changed into yours.")
@click.argument("name", type=click.Path())
@click.option(
    "--language",
    type=click.Choice(["en", "ru"]),
    help="The language to write in. Default: that of this machine.",
)
@click.option(
    "--rules",
    type=click.Choice(["castle", "troll", "western", "none"]),
    default="castle",
    show_default=True,
    help="The rules to play by.",
)
def command(name: str, language: str | None, rules: str) -> int:
    """Make a folder NAME with a small book in it, complete and playable. What is there already
    is never overwritten."""
    from gbk.cli.files import write
    from gbk.cli.show import tongue
    from gbk.cli.talk import Talk

    folder = Path(name.removesuffix(".gbk"))
    title = folder.name
    if not title.strip(" .") or re.search(r"[\x00-\x1f\x7f\ud800-\udfff]", title):
        raise Refused("A book needs a name of letters, such as `gbk new ford`.")
    spoken = language or tongue()
    book = folder / f"{title}.gbk"
    try:
        folder.mkdir(parents=True)
        write(book, _text(title, spoken, rules).encode())
    except FileExistsError:
        raise Refused(
            f"{folder} is there already, and stays as it is. Take another name."
        ) from None
    except OSError as error:
        raise Refused(f"{folder} cannot be made: {error.strerror or error}.") from None
    click.echo(Talk(spoken)("new_made", title, shlex.quote(str(book))))
    return 0


def _text(title: str, language: str, rules: str) -> str:
    """The book that a language begins with, under these rules."""
    from jinja2 import Environment, FileSystemLoader

    from gbk.resources import resource

    loader = FileSystemLoader(resource("templates") / "new")
    environment = Environment(
        loader=loader, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    return environment.get_template(f"{language}.gbk.j2").render(title=title.strip(), rules=rules)
