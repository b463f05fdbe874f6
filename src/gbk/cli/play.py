"""`gbk play`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from gbk.cli import common
from gbk.cli.fail import Refused


@click.command(short_help="Play a book in the terminal.")
@common.book_argument
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), help="Fixes the dice.")
@click.option("--script", help="A file of answers, one a line (`-`: standard input).")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text",
              show_default=True, help="How a scripted play is printed.")
@click.option("--set", "sets", multiple=True, metavar="NAME=VALUE",
              help="A stat, item or codeword at the start.")
@click.option("--at", metavar="PARAGRAPH", help="Begin there.")
@click.option("--rolls", default="", metavar="3,5,1", help="Numbers for the first dice.")
@click.option("--save", "save_to", type=click.Path(), help="Write the game there at the end.")
@click.option("--load", "load_from", type=click.Path(), help="Go on with a saved game.")
@click.option("--fresh", is_flag=True, help="Do not offer to resume the last game.")
@common.root_option
@common.color_option
def command(
    book: str, seed: int | None, script: str | None, form: str, sets: tuple[str, ...],
    at: str | None, rolls: str, save_to: str | None, load_from: str | None, fresh: bool,
    root: str | None, color: str,
) -> int:
    """Play BOOK. Type the number of a choice, or `?` for what else can be typed."""
    from gbk.run.machine import MachineError
    from gbk.run.player import Play, RollError
    from gbk.run.save import SaveError
    from gbk.run.script import ScriptError, run_script
    from gbk.run.sheet import SetError

    loaded = common.read(book, root)
    program = common.program_of(loaded)
    text = _script(script) if script else None
    try:
        if load_from:
            play = Play.load(program, _saved(Path(load_from)))
        else:
            dice = seed if seed is not None else 0 if script else _chance()
            play = Play(program, dice, _rolls(rolls), sets, at)
        if text is None and form == "text":
            from gbk.cli.table import Table

            keep = not (sets or at or rolls or save_to)
            table = Table(play, Path(book), common.colour(color), keep)
            table.sit(resume=keep and seed is None and not fresh and not load_from)
            play = table.play
        else:
            run_script(play, text or "")
            _print(play, form)
    except (SetError, RollError, ScriptError, SaveError) as error:
        raise Refused(str(error)) from None
    except MachineError as error:
        raise Refused(f"The book cannot go on ({error}). `gbk check` may tell why.") from None
    if save_to:
        write_save(Path(save_to), play.save())
    return 0


def _chance() -> int:
    import secrets

    return secrets.randbits(32)


def _rolls(text: str) -> list[int]:
    try:
        return [int(number) for number in text.split(",") if number.strip()]
    except ValueError:
        raise Refused(f"--rolls takes numbers with commas between them, not “{text}”.") from None


def _script(name: str) -> str:
    from gbk.pipeline import UnreadableError, read_source

    if name == "-":
        return sys.stdin.read()
    try:
        return read_source(Path(name)).text
    except UnreadableError as error:
        raise Refused(str(error)) from None


def _saved(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise Refused(f"There is no saved game {path}.") from None
    except (OSError, ValueError, RecursionError):
        raise Refused(f"{path} is no saved game.") from None


def write_save(path: Path, data: dict[str, Any]) -> None:
    """Write a save so that a broken write leaves the old one. Raises Refused."""
    draft = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(json.dumps(data, ensure_ascii=False), "utf-8")
        draft.replace(path)
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror or error}.") from None


def _print(play: Any, form: str) -> None:
    result = play.result()
    if form == "json":
        click.echo(json.dumps(result, ensure_ascii=False, indent=2))
        return
    for entry in result["transcript"]:
        click.echo(f"[{entry['paragraph']}]")
        if entry["text"]:
            click.echo(entry["text"])
        if entry["rolls"]:
            click.echo("dice: " + ", ".join(map(str, entry["rolls"])))
        for number, option in enumerate(entry["options"], 1):
            click.echo(f"  {number}. {option}")
        if entry["chosen"] is not None:
            click.echo(f"> {entry['chosen']}")
        click.echo()
    if result["end"]:
        click.echo(f"The end: {result['end']['kind']}. {result['end']['text']}".strip())
