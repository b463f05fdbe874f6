"""`gbk explain`."""

from __future__ import annotations

import click

from gbk.cli.fail import Refused


@click.command(short_help="Explain a finding by its code.")
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Tell what a finding such as `dead-end` means and how to repair it; without CODE, list
    the codes."""
    from gbk.bind.names import near
    from gbk.model.diagnostic import SEVERITY
    from gbk.resources import page

    if code is None:
        for known, severity in SEVERITY.items():
            click.echo(f"{known:<20} {severity}")
        return
    if code not in SEVERITY:
        hint = near(code, SEVERITY)
        raise Refused(
            f"There is no finding “{code}”. "
            + (f"Did you mean “{hint}”?" if hint else "`gbk explain` lists them.")
        )
    click.echo(page(code), nl=False)
