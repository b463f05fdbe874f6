"""`gbk explain`."""

from __future__ import annotations

import click

from gbk.cli.fail import unknown


@click.command(short_help="Explain a finding by its code.")
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Tell what a finding such as `dead-end` means and how to repair it; without CODE, list
    the codes."""
    from gbk.model.diagnostic import SEVERITY
    from gbk.resources import page

    if code is None:
        for known, severity in SEVERITY.items():
            click.echo(f"{known:<20} {severity}")
    elif code.lower() not in SEVERITY:
        raise unknown("There is no finding", code, SEVERITY, "`gbk explain` lists them.")
    else:
        click.echo(page(code.lower()), nl=False)
