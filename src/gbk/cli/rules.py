"""`gbk rules`."""

from __future__ import annotations

import click

from gbk.cli.fail import unknown

BASE = "base"
"""What every system stands on; a book cannot name it."""


@click.command(short_help="List the rule systems, or print one.")
@click.argument("name", required=False)
def command(name: str | None) -> None:
    """List the systems that `rules: NAME` may name, or print the rules of one of them: a book
    may copy them and change what it likes."""
    from gbk.resources import resource

    systems = {file.stem: file for file in sorted(resource("rules").glob("*.gbk"))}
    if name is None:
        for system, file in systems.items():
            if system != BASE:
                click.echo(file.read_text("utf-8").splitlines()[0].lstrip("/ "))
    elif name.lower() not in systems:
        raise unknown("There are no rules called", name, systems, "`gbk rules` lists them.")
    else:
        click.echo(systems[name.lower()].read_text("utf-8"), nl=False)
