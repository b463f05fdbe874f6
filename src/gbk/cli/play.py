"""`gbk play`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import click

from gbk.cli import common, files, keep
from gbk.cli.fail import Refused
from gbk.model.program import Program
from gbk.run.core import EndlessError
from gbk.run.player import Play, RollError
from gbk.run.save import SaveError, whole
from gbk.run.script import ScriptError, run_script
from gbk.run.sheet import SetError


@click.command(short_help="Play a book in the terminal.")
@common.book_argument
@click.option(
    "--seed",
    type=click.IntRange(0, 2**32 - 1),
    help="The same seed throws the same dice. Default: by chance; 0 for a script.",
)
@click.option(
    "--script",
    type=click.Path(),
    help="Play the choices in a file, one a line; `-` for standard input.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How the play is printed; json for scripts only.",
)
@click.option(
    "--set",
    "sets",
    multiple=True,
    metavar="NAME=VALUE",
    help="A stat, item or codeword of the hero; may be given several times.",
)
@click.option("--at", metavar="PARAGRAPH", help="The paragraph to begin with.")
@click.option("--rolls", metavar="N,N,…", help="What the first dice show, the hero's own first.")
@click.option("--save", "save_to", type=click.Path(), help="Where the play is written in the end.")
@click.option("--load", "load_from", type=click.Path(), help="A play that `--save` wrote.")
@click.option("--fresh", is_flag=True, help="Begin anew; an interrupted play is given up.")
@click.option("--resume", is_flag=True, help="Go on with the interrupted play, not asking.")
@common.root_option
@common.color_option
def command(
    book: str,
    seed: int | None,
    script: str | None,
    form: str,
    sets: tuple[str, ...],
    at: str | None,
    rolls: str | None,
    save_to: str | None,
    load_from: str | None,
    fresh: bool,
    resume: bool,
    root: str | None,
    color: str,
) -> None:
    """Play BOOK. Type the number of a choice; `?` tells what else may be typed. A play that is
    interrupted is offered again the next time."""
    special = bool(sets or at or rolls or seed is not None)
    if load_from and (special or fresh or resume):
        raise click.UsageError(
            "--load brings its own dice and hero: leave out --seed, --set, --at, --rolls, "
            "--fresh and --resume."
        )
    if resume and (special or fresh or script):
        raise click.UsageError(
            "--resume goes on with a play: leave out --seed, --set, --at, --rolls, --script "
            "and --fresh."
        )
    if form == "json" and script is None:
        if sys.stdin is not None and sys.stdin.isatty():
            raise click.UsageError("--format json needs the choices: --script FILE, or a pipe.")
        script = "-"
    if bad := [one for one in sets if "=" not in one]:
        raise click.UsageError(f"--set takes NAME=VALUE, not “{bad[0]}”.")
    if save_to:
        files.check(Path(save_to))
    numbers = _numbers(rolls)
    program = common.program_of(common.read(book, root))
    text = None if script is None else _script(script)

    def begin() -> Play:
        return Play(program, _seed(seed, script), numbers, sets, at)

    def loaded(path: Path) -> Play:
        try:
            play, changed = keep.opened(path, program)
        except SaveError as error:
            raise Refused(f"{path} cannot be opened: {error}.") from None
        if changed:
            lost = f" Not kept: {', '.join(play.lost)}." if play.lost else ""
            click.echo(
                f"{book} has changed since {path} was saved: the play stands at the "
                f"beginning of its paragraph.{lost}",
                err=True,
            )
        return play

    try:
        start = loaded(Path(load_from)) if load_from else None
        if text is not None and form == "json":
            play = start or begin()
            run_script(play, text)
            click.echo(json.dumps(play.result(), ensure_ascii=False, indent=2))
            _written(save_to, play)
        elif text is not None:
            _by_script(start or begin(), text, program, color, save_to)
        else:
            ask = not (special or load_from)
            _sit(book, program, color, save_to, begin, start, fresh, resume, ask)
    except (SetError, RollError) as error:
        raise Refused(_sentence(error)) from None
    except ScriptError as error:
        place = "The script" if script == "-" else script
        line = f", line {error.line}" if error.line else ""
        raise Refused(f"{place}{line}: {error.text}.") from None
    except EndlessError as error:
        raise common.endless(book, program, error) from None


def _sentence(error: Exception) -> str:
    text = str(error).rstrip(".")
    return text[:1].upper() + text[1:] + "."


def _numbers(rolls: str | None) -> list[int]:
    try:
        return [int(one) for one in (rolls or "").replace(" ", "").split(",") if one]
    except ValueError:
        raise click.UsageError(f"--rolls takes whole numbers and commas, not “{rolls}”.") from None


def _seed(seed: int | None, script: str | None) -> int:
    if seed is not None:
        return seed
    return 0 if script is not None else int.from_bytes(os.urandom(4))


def _script(name: str) -> str:
    from gbk.pipeline import UnreadableError, read_source

    if name == "-":
        return sys.stdin.read() if sys.stdin is not None else ""
    try:
        return read_source(Path(name), what="the script").text
    except UnreadableError as error:
        raise Refused(str(error)) from None


def _written(path: str | None, play: Play) -> None:
    if path is None:
        return
    try:
        keep.write(Path(path), whole(play))
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror or error}.") from None


def _by_script(play: Play, text: str, program: Program, color: str, save_to: str | None) -> None:
    """Print the transcript of a scripted play; it stops where the script does."""
    from gbk.cli.seat import Seat
    from gbk.cli.talk import Talk
    from gbk.cli.view import View, console

    view = View(console(color), Talk(program.settings.get("language", "en")), program)
    seat = Seat(play, view, echo=True)
    view.blocks(play.blocks)
    try:
        seat.run(text)
    finally:
        view.request(play.request)
        sys.stdout.flush()
        _written(save_to, play)


def _sit(
    book: str,
    program: Program,
    color: str,
    save_to: str | None,
    begin: Any,
    start: Play | None,
    fresh: bool,
    resume: bool,
    ask: bool,
) -> None:
    """A reader's sitting. A kept play that he was not asked about is left as it is."""
    from gbk.cli.sitting import Reader, Sitting
    from gbk.cli.talk import Talk
    from gbk.cli.view import View, console

    talk = Talk(program.settings.get("language", "en"))
    view = View(console(color), talk, program)
    reader = Reader()
    kept = keep.Keep(book)
    waiting = kept.auto.is_file() and not fresh
    if resume and not waiting:
        raise Refused(f"There is no interrupted play of {book}: leave out --resume.")
    auto = not waiting
    old, changed = None, False
    if waiting and (resume or (ask and reader.typed)):
        auto = True
        try:
            old, changed = keep.opened(kept.auto, program)
        except (SaveError, Refused) as error:
            why = str(error).rstrip(".")
            if resume:
                raise Refused(
                    f"The kept place cannot be opened: {why}. `--fresh` begins anew."
                ) from None
            view.note(talk("kept_lost", why, kept.set_aside()))
    if old is not None and not resume:
        answer = _answer(reader, talk, view, _offer(talk, program, old))
        if answer is None:
            return
        old = old if answer else None
    sitting = Sitting(old or start or begin(), view, talk, reader, kept, auto, begin)
    if old is not None:
        view.note(talk("resumed"))
        sitting.moved(old, changed)
    try:
        sitting.run()
    finally:
        _written(save_to, sitting.play)


def _answer(reader: Any, talk: Any, view: Any, question: str) -> bool | None:
    """Yes or no, asked until it is one of the two; None where the reader leaves."""
    while True:
        line = reader.line(question + " > ")
        word = None if line is None else line.strip().lower()
        if word is None or talk.commands.get(word) == "quit":
            return None
        if word in talk.answers:
            return bool(talk.answers[word] == "yes")
        view.note(talk("yes_or_no"))


def _offer(talk: Any, program: Program, play: Play) -> str:
    from gbk.cli.safe import safe

    titles = {p.name: p.title or p.name for p in program.paragraphs}
    place = titles.get(play.paragraph, play.paragraph)
    return str(talk("resume", safe(place)) if place else talk("resume_nowhere"))
