"""A play at the terminal: what is shown, and what is typed."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from gbk.cli.fail import Refused
from gbk.cli.play import write_save
from gbk.run.player import Play
from gbk.run.requests import Choose, End, Number, Turn, Type
from gbk.run.save import SaveError
from gbk.run.script import ScriptError, answer_line
from gbk.run.words import plain

WIDTH = 72
FACES = "⚀⚁⚂⚃⚄⚅"
WORDS = {
    "en": {
        "help": "A number takes a choice. s: the sheet · u: undo · use THING · wield THING · drop "
                "THING · save NAME · load NAME · q: leave (the game is kept) · ?: this",
        "turn": "turn the page [Enter]", "turn to": "turn to {name} [Enter]", "end": "The end",
        "victory": "Victory", "defeat": "Defeat", "death": "Death", "stuck": "No way on",
        "resume": "Go on with the last game? [y/n]", "yes": "y", "no undo": "Nothing to undo.",
        "saved": "Saved as {name}.", "no save": "There is no saved game {name}.",
        "nothing": "nothing", "things": "Things", "codewords": "Codewords", "in hand": "in hand",
        "number": "a number from {low} to {high}", "answer": "your answer", "kept": "The game is kept.",
        "not that": "That is none of the choices.", "lost": "Not in this edition any more: {names}.",
    },
    "ru": {
        "help": "Число выбирает. s: листок · u: назад · применить ВЕЩЬ · в руку ВЕЩЬ · бросить "
                "ВЕЩЬ · save ИМЯ · load ИМЯ · q: выйти (игра сохранится) · ?: это",
        "turn": "перевернуть страницу [Enter]", "turn to": "перейти к {name} [Enter]",
        "end": "Конец", "victory": "Победа", "defeat": "Поражение", "death": "Смерть",
        "stuck": "Дальше пути нет", "resume": "Продолжить прошлую игру? [д/н]", "yes": "д",
        "no undo": "Отменять нечего.", "saved": "Сохранено: {name}.",
        "no save": "Нет сохранённой игры {name}.", "nothing": "ничего", "things": "Вещи",
        "codewords": "Кодовые слова", "in hand": "в руке", "number": "число от {low} до {high}",
        "answer": "ваш ответ", "kept": "Игра сохранена.", "not that": "Такого выбора нет.",
        "lost": "В этом издании больше нет: {names}.",
    },
}


class Table:
    """`play` at `console`. With `keep` the game is kept after each answer and may be resumed."""

    def __init__(self, play: Play, book: Path, color: bool | None, keep: bool) -> None:
        self.play = play
        self.words = WORDS.get(play.program.settings.get("language", "en"), WORDS["en"])
        force = None if color is None else color
        self.console = Console(
            highlight=False, markup=False, emoji=False, force_terminal=force, no_color=color is False,
            width=min(WIDTH, max(30, Console().width)),
        )
        base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
        mark = hashlib.blake2b(str(book.resolve()).encode(), digest_size=8).hexdigest()
        self.folder = Path(base) / "gbk" / mark
        self.keep = keep

    # ------------------------------------------------------------ the round

    def sit(self, resume: bool) -> None:
        """Play until the end, the end of input, or `q`."""
        if resume:
            self._resume()
        self._page(self.play.blocks)
        while True:
            if isinstance(self.play.request, End):
                self._ending(self.play.request)
                self._forget()
                return
            self._ask()
            try:
                line = input("> ").strip()
            except EOFError:
                self.console.print()
                return
            if line.casefold() in ("q", "quit", "выйти", "в"):
                self._say(self.words["kept"])
                return
            self._line(line)

    def _line(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word.casefold():
            case "?" | "h" | "help":
                self._say(self.words["help"])
            case "s" | "sheet" | "листок":
                self._sheet()
            case "u" | "undo":
                if self.play.undo():
                    self._page(self.play.blocks)
                else:
                    self._say(self.words["no undo"])
            case "save" if rest:
                write_save(self._slot(rest), self.play.save())
                self._say(self.words["saved"].format(name=rest))
            case "load" if rest:
                self._load(self._slot(rest), rest)
            case _:
                self._answer(line)

    def _answer(self, line: str) -> None:
        old = self.play.blocks
        try:
            if isinstance(self.play.request, Turn) and not line:
                self.play.answer(0)
            elif isinstance(self.play.request, Turn):
                self._say(self.words["turn"])
                return
            else:
                self._typed(line)
        except ScriptError:
            self._say(self.words["not that"])
            return
        blocks = self.play.blocks
        self._page(blocks[len(old):] if blocks[: len(old)] == old else blocks)
        self._keep()

    def _typed(self, line: str) -> None:
        """One answer, without taking the turns behind it."""
        request = self.play.request
        if isinstance(request, Choose) and line.isdigit() and 1 <= int(line) <= len(request.options):
            self.play.answer(request.options[int(line) - 1].value)
        elif isinstance(request, Number) and line.lstrip("-").isdigit():
            if not request.low <= int(line) <= request.high:
                raise ScriptError(line)
            self.play.answer(int(line))
        elif isinstance(request, Type):
            self.play.answer(line)
        else:
            answer_line(self.play, line)

    # ------------------------------------------------------------ keeping

    def _slot(self, name: str) -> Path:
        safe = "".join(c if c.isalnum() or c in "-_" else "_" for c in name)[:60]
        return self.folder / f"{safe}.json"

    def _keep(self) -> None:
        if self.keep:
            try:
                write_save(self.folder / "autosave", self.play.save())
            except Refused as error:
                self.keep = False
                self._say(str(error))

    def _forget(self) -> None:
        if self.keep:
            (self.folder / "autosave").unlink(missing_ok=True)

    def _resume(self) -> None:
        path = self.folder / "autosave"
        if not path.is_file() or not sys.stdin.isatty():
            return
        try:
            answer = input(self.words["resume"] + " ").strip().casefold()
        except EOFError:
            return
        if answer[:1] in (self.words["yes"], "y", ""):
            self._load(path, "autosave")

    def _load(self, path: Path, name: str) -> None:
        try:
            self.play = Play.load(self.play.program, json.loads(path.read_text("utf-8")))
        except (OSError, ValueError) as error:
            known = isinstance(error, SaveError)
            self._say(str(error) if known else self.words["no save"].format(name=name))
            return
        if self.play.lost:
            self._say(self.words["lost"].format(names=", ".join(self.play.lost)))
        self._page(self.play.blocks)

    # ------------------------------------------------------------ showing

    def _say(self, text: str) -> None:
        self.console.print(Text(text, style="italic"))

    def _page(self, blocks: list[dict[str, Any]]) -> None:
        for block in blocks:
            match block["kind"]:
                case "heading":
                    self._heading(block)
                case "roll":
                    self._roll(block)
                case "change":
                    self._change(block)
                case "picture":
                    self.console.print(Text(f"[{block['shows']}]", style="dim"))
                case "ornament":
                    self.console.print(Text("* * *", style="dim"), justify="center")
                    self.console.print()
                case kind:
                    text = styled(block["runs"])
                    if kind == "quote":
                        self.console.print(Padding(text, (0, 4)))
                    elif kind == "say":
                        text.stylize("bold")
                        self.console.print(text)
                        continue
                    else:
                        self.console.print(text)
                    self.console.print()

    def _heading(self, block: dict[str, Any]) -> None:
        number = block["name"] if block["name"].isdigit() else ""
        title = " · ".join(part for part in (number, block["title"]) if part) or block["name"]
        self.console.print()
        self.console.print(Rule(Text(title, style="bold"), style="dim"))
        self.console.print()

    def _roll(self, block: dict[str, Any]) -> None:
        dice = " ".join(
            f"{FACES[n - 1]} {n}" if (low, high) == (1, 6) else str(n) for n, low, high in block["dice"]
        )
        who = f"{block['who']}, " if block["who"] else ""
        total = block["total"]
        alone = len(block["dice"]) == 1 and block["dice"][0][0] == total
        came = f" → {total}" if total is not None and not alone else ""
        self.console.print(Text(f"  {dice}  {who}{block['label']}{came}", style="cyan"))

    def _change(self, block: dict[str, Any]) -> None:
        text = Text(f"  {block['label']}: {block['from']} → {block['to']}", style="yellow")
        self.console.print(text)

    def _ask(self) -> None:
        request = self.play.request
        if isinstance(request, Turn):
            name = self.play.program.paragraphs[request.paragraph].name
            words = self.words["turn to"].format(name=name) if name.isdigit() else self.words["turn"]
            self.console.print(Text(words, style="dim"))
            return
        assert isinstance(request, Choose | Number | Type)
        question = plain(request.question)
        if question:
            self.console.print(Text(question, style="italic"))
        if isinstance(request, Choose):
            for number, option in enumerate(request.options, 1):
                text = Text(f"{number:>3}  ", style="bold green")
                text.append_text(styled(option.text))
                self.console.print(text)
        elif isinstance(request, Number):
            words = self.words["number"].format(low=request.low, high=request.high)
            self.console.print(Text(words, style="dim"))
        else:
            self.console.print(Text(self.words["answer"], style="dim"))

    def _sheet(self) -> None:
        sheet = self.play.sheet()
        self.console.print(Rule(style="dim"))
        for stat in sheet["stats"]:
            value = stat["word"] or str(stat["value"])
            if stat["row"] is not None:
                value = " ".join(map(str, stat["row"]))
            elif stat["top"] is not None:
                value += f" / {stat['top']}"
            self.console.print(Text(f"{stat['label']:<24} {value}"))
        names = []
        for item in sheet["items"]:
            count = f" ×{item['count']}" if item["count"] > 1 else ""
            hand = f" ({self.words['in hand']})" if item["wielded"] else ""
            names.append(item["label"] + count + hand)
        self.console.print(Text(f"{self.words['things']}: {', '.join(names) or self.words['nothing']}"))
        if sheet["codewords"]:
            self.console.print(Text(f"{self.words['codewords']}: {', '.join(sheet['codewords'])}"))
        self.console.print(Rule(style="dim"))

    def _ending(self, end: End) -> None:
        kind = self.words.get(end.kind, end.kind) or self.words["end"]
        self.console.print(Rule(Text(kind, style="bold"), style="dim"))
        if end.text:
            self.console.print(Text(end.text), justify="center")


def styled(runs: Any) -> Text:
    """Runs as text with emphasis; control characters that a terminal would obey are gone."""
    text = Text()
    slanted = strong = False
    for run in runs:
        for char in run if isinstance(run, str) else run["text"]:
            if char == "\x01":
                slanted = not slanted
            elif char == "\x02":
                strong = not strong
            elif char == "\n" or char.isprintable() or char in "\u00a0\u00ad":
                style = " ".join(s for s, on in (("italic", slanted), ("bold", strong)) if on)
                text.append(char, style=style)
    return text
