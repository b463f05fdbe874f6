"""The group of commands; a command's module is imported when it is called."""

from __future__ import annotations

import importlib

import click

from gbk import __version__
from gbk.cli.main import ALIASES, COMMANDS, SUMMARY


class Lazy(click.Group):
    """Knows the commands' names and help without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        name = ALIASES.get(name, name)
        if name not in COMMANDS:
            return None
        command = importlib.import_module(f"gbk.cli.{COMMANDS[name][0]}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and args[0] not in ALIASES and args[0][:1] != "-":
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, 1)
            hint = f" Did you mean “{near[0]}”?" if near else " `gbk --help` lists the commands."
            raise click.UsageError(f"There is no command “{args[0]}”.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


ABOUT = f"""{SUMMARY}

A book is a `.gbk` file. `gbk check` looks for mistakes in it, `gbk play` plays it here,
`gbk build` makes the page that readers open.
"""


@click.group(cls=Lazy, help=ABOUT, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "--version", "-V", message="gbk %(version)s")
def gbk() -> None:
    pass
