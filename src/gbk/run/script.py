"""A play by a script: one answer a line, as language.md says of `play --script`."""

from __future__ import annotations

import re
from collections.abc import Callable

from gbk.run.core import EndlessError
from gbk.run.player import Play
from gbk.run.requests import Choose, End, Number, Turn, Type
from gbk.run.words import normal, plain

MOST_TURNS = 1000
"""So many turns with nothing asked are endless."""

_VERBS = {
    "use": "use",
    "wield": "wield",
    "drop": "drop",
    "применить": "use",
    "в руку": "wield",
    "бросить": "drop",
}


class ScriptError(ValueError):
    """A line that fits nothing that is open; `line` is its number from 1, or 0."""

    def __init__(self, text: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {text}" if line else text)
        self.text = text
        self.line = line


def run_script(play: Play, script: str) -> None:
    """Play the lines of a script; blank lines and `//` comments are skipped."""
    follow(play)
    for number, line in enumerate(script.splitlines(), 1):
        if line.strip() and not line.strip().startswith("//"):
            try:
                answer_line(play, line)
            except ScriptError as error:
                raise ScriptError(error.text, number) from None


def follow(play: Play) -> None:
    """Turn wherever there is no other way, up to a request that is a question. Raises
    EndlessError."""
    for _ in range(MOST_TURNS):
        if not isinstance(play.request, Turn):
            return
        play.answer(0)
    raise EndlessError("turns", play.paragraph)


def answer_line(play: Play, line: str) -> None:
    """Answer with one line, and turn as far as nothing is asked. Raises ScriptError."""
    follow(play)
    line = line.strip()
    request = play.request
    if isinstance(request, Type):
        play.answer(line)
    elif not (_answered(play, line) or _from_sheet(play, line)):
        raise ScriptError(f"“{line}” fits nothing here; {_open(play)}")
    follow(play)


def _answered(play: Play, line: str) -> bool:
    request = play.request
    number = _number(line)
    if isinstance(request, Number):
        if number is None or not request.low <= number <= request.high:
            return False
        play.answer(number)
        return True
    if not isinstance(request, Choose):
        return False
    forms: tuple[Callable[[str], str], ...] = (str.strip, normal)
    for form in forms:
        for option in request.options:
            if form(plain(option.text)) == form(line):
                play.answer(option.value)
                return True
    named = [option for option in request.options if _ware(plain(option.text)) == normal(line)]
    if len(named) == 1:
        play.answer(named[0].value)
        return True
    if number is None or not 1 <= number <= len(request.options):
        return False
    play.answer(request.options[number - 1].value)
    return True


def _from_sheet(play: Play, line: str) -> bool:
    words = normal(line)
    for verb, act in _VERBS.items():
        if not words.startswith(verb + " "):
            continue
        name = words[len(verb) + 1 :]
        for number, item in enumerate(play.program.items):
            if name in (normal(item.name), normal(item.label)):
                acts = {"use": play.use, "wield": play.wield, "drop": play.lay_down}
                try:
                    acts[act](number)
                except ValueError as error:
                    raise ScriptError(f"“{line}” cannot be done: {error}") from None
                return True
    return False


def _ware(text: str) -> str:
    """What an option of a shop, `rope — 3 gold`, names: its price may change."""
    thing, dash, _ = text.partition(" — ")
    return normal(thing) if dash else ""


def _number(line: str) -> int | None:
    found = re.fullmatch(r"[-−]?[0-9]{1,20}", line)
    return int(line.replace("−", "-")) if found else None


def _open(play: Play) -> str:
    match play.request:
        case Choose(options=options):
            return "open: " + ", ".join(f"“{plain(option.text)}”" for option in options)
        case Number(low=low, high=high):
            return f"open: a number from {low} to {high}"
        case End():
            return "the play has ended"
        case _:
            return "open: an answer"
