"""`gbk rules`."""

from __future__ import annotations

import click

from gbk.cli.fail import Refused


@click.command(short_help="List the rule systems, or print one.")
@click.argument("name", required=False)
def command(name: str | None) -> None:
    """List the systems that `rules: NAME` may name, or print the rules of one of them."""
    from gbk.bind.collect import systems
    from gbk.bind.names import near
    from gbk.resources import resource

    known = systems()
    if name is None:
        for system in known:
            first = (resource("rules") / f"{system}.gbk").read_text("utf-8").splitlines()[0]
            click.echo(first.lstrip("/ "))
        return
    if name not in known:
        hint = near(name, known)
        raise Refused(
            f"There are no rules called “{name}”. "
            + (f"Did you mean “{hint}”?" if hint else f"There are: {', '.join(known)}.")
        )
    click.echo((resource("rules") / f"{name}.gbk").read_text("utf-8"), nl=False)
