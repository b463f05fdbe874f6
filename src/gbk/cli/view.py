"""How a play looks in a terminal: at most 72 columns, in the order in which things happen."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from gbk.cli.safe import safe
from gbk.cli.talk import Talk
from gbk.model.program import NONE, Program
from gbk.run.requests import Choose, End, Number, Request, Turn, Type
from gbk.run.sheet import sign
from gbk.run.words import plain

WIDEST = 72
FACES = "⚀⚁⚂⚃⚄⚅"
_PIECES = re.compile(r"([\x01\x02])")
_BLANKS = re.compile(" {2,}")
# The library breaks lines at a non-breaking space too: it stands for itself until afterwards.
_HOLD = str.maketrans("\u00a0\u202f", "\ue000\ue001")
_FREE = str.maketrans("\ue000\ue001\ue002", "\u00a0\u202f ")
_COMPACT = {"roll": "dice", "say": "say", "change": "change"}


def console(color: str) -> Console:
    """Standard output; `color` is auto, always or never."""
    tty = sys.stdout.isatty() if color == "auto" else color == "always"
    wide = (os.get_terminal_size(1).columns if sys.stdout.isatty() else 0) or WIDEST
    wide = max(20, min(WIDEST, wide))
    return Console(
        file=sys.stdout,
        width=wide,
        markup=False,
        highlight=False,
        emoji=False,
        force_terminal=tty,
        no_color=color == "never" or None,
        color_system=None if not tty else "auto" if color == "auto" else "standard",
    )


class View:
    """Prints the blocks, the requests and the sheet of a play."""

    def __init__(self, out: Console, talk: Talk, program: Program) -> None:
        self.out = out
        self.talk = talk
        self.program = program
        self.items = {item.name for item in program.items}
        self.codewords = {word.name for word in program.codewords}
        self.last = ""
        """What kind of thing was printed last; "" after an empty line."""

    # ------------------------------------------------------------ lines

    def line(self, text: Text | str, lead: str = "", hang: str | None = None) -> None:
        """A text, wrapped behind a lead; further lines behind `hang`."""
        text = Text(text) if isinstance(text, str) else text
        further = " " * cell_len(lead) if hang is None else hang
        text.plain = text.plain.translate(_HOLD)
        for row in text.split("\n", allow_blank=True):
            for part in row.wrap(self.out, max(10, self.out.width - cell_len(lead))):
                part.plain = part.plain.translate(_FREE)
                part.rstrip()
                self.out.print(Text(lead) + part, soft_wrap=True)
                lead = further

    def gap(self, kind: str) -> None:
        """An empty line, unless what comes belongs to what was."""
        compact = kind in _COMPACT.values() or kind == "dialogue"
        belongs = kind == self.last or (self.last, kind) == ("dice", "say")
        if self.last and not (compact and belongs):
            self.out.print()
        self.last = kind

    def note(self, text: str) -> None:
        """Something that the program says, not the book."""
        self.gap("note")
        self.line(Text(safe(text), "dim"))

    def rule(self, left: Text, right: str = "") -> None:
        line = Text.assemble(("── ", "dim"), left)
        room = self.out.width - line.cell_len - cell_len(right) - (4 if right else 1)
        if room < 2:
            right, room = "", max(0, self.out.width - line.cell_len - 1)
        line.append(" " + "─" * room + (f" {right} ─" if right else ""), "dim")
        self.out.print(line, soft_wrap=True, overflow="crop")

    def runs(self, runs: Any, style: str = "", blanks: bool = False) -> Text:
        """The runs of a block with their emphasis; a link is underlined. Without `blanks` several
        in a row are one: an order that stood between two left both."""
        text, italic, bold = Text(), False, False
        for run in runs:
            link = not isinstance(run, str)
            for piece in _PIECES.split(run["text"] if link else run):
                if piece == "\x01":
                    italic = not italic
                elif piece == "\x02":
                    bold = not bold
                elif piece:
                    if not blanks:
                        piece = _BLANKS.sub(" ", piece)
                        piece = piece.lstrip(" ") if text.plain.endswith(" ") else piece
                    on = ["italic"] * italic + ["bold"] * bold + ["underline"] * link
                    text.append(safe(piece), " ".join([style, *on]).strip() or None)
        return text

    # ------------------------------------------------------------ blocks

    def blocks(self, blocks: Sequence[dict[str, Any]]) -> None:
        changes: list[dict[str, Any]] = []
        for block in blocks:
            if block["kind"] == "change":
                changes.append(block)
                continue
            self._changes(changes)
            changes = []
            self._block(block)
        self._changes(changes)

    def _block(self, block: dict[str, Any]) -> None:
        kind = block["kind"]
        self.gap(_COMPACT.get(kind, kind))
        match kind:
            case "heading":
                self._heading(block["name"], block["title"])
            case "roll":
                self._roll(block)
            case "picture":
                shows = safe(self.talk("picture", plain([block["shows"]])))
                self.line(Text(shows, "italic dim"), "  ")
            case "ornament":
                self.out.print(Text("* * *".center(self.out.width).rstrip(), "dim"), soft_wrap=True)
            case "quote":
                self.line(self.runs(block["runs"], blanks=True), "  │ ", "  │ ")
            case "say":
                self.line(self.runs(block["runs"], "cyan"), "  ")
            case _:
                self.line(self.runs(block["runs"]), "  ")

    def _heading(self, name: str, title: str) -> None:
        shown = self.runs([title], "bold")
        if not name:
            self.line(shown, "  ")
        elif name.isdigit():
            number = Text.assemble((name, "bold cyan"))
            self.rule(Text.assemble(number, (" · ", "dim"), shown) if title else number)
        elif title:
            self.rule(shown, safe(name))
        else:
            self.rule(Text(safe(name), "bold"))

    def _roll(self, block: dict[str, Any]) -> None:
        dice = block["dice"]
        total = sum(number for number, _, _ in dice) if block["total"] is None else block["total"]
        faces = [
            f"{FACES[n - 1]} {n}" if (low, high) == (1, 6) and 1 <= n <= 6 else f"[{n}]"
            for n, low, high in dice
        ]
        shown = "  ".join(faces)
        text = Text.assemble((shown.ljust(10) if len(shown) < 10 else shown + "  ", "bold yellow"))
        name = ": ".join(safe(plain([word])) for word in (block["who"], block["label"]) if word)
        text.append(name)
        if not (len(dice) == 1 and dice[0][0] == total):
            text.append(f" {total}".replace("-", "−"), "bold")
        self.line(text, "  ", "            ")

    def _changes(self, changes: Sequence[dict[str, Any]]) -> None:
        if not changes:
            return
        self.gap("change")
        text = Text()
        for change in changes:
            if text:
                text.append("   ")
            words, style = self._change(change)
            text.append(safe(words).replace(" ", "\ue002"), style)
        self.line(text, "  ")

    def _change(self, change: dict[str, Any]) -> tuple[str, str]:
        name, old, new = change["name"], change["from"], change["to"]
        label = plain([change["label"] or name])
        if name in self.codewords:
            return self.talk("note" if new else "cross_out", label), "magenta"
        if name in self.items:
            many = f" ×{abs(new - old)}" if abs(new - old) > 1 else ""
            have = f" ({new})" if new > 1 and old else ""
            sign, style = ("+", "green") if new > old else ("−", "red")
            return f"{sign} {label}{many}{have}", style
        whole = isinstance(old, int) and isinstance(new, int)
        style = ("green" if new > old else "red") if whole else "cyan"
        return f"{label} {_shown(old)} → {_shown(new)}", style

    # ------------------------------------------------------------ requests

    def request(self, request: Request) -> None:
        """What is asked: the question and the numbered options."""
        match request:
            case Choose(question=question, options=options, closed=closed):
                self._question(question)
                self.gap("menu")
                wide = len(str(len(options)))
                for number in range(len(options) + 1):
                    for shut in closed:
                        if shut.place == number:
                            lead = f"  {'–':>{wide}}  "
                            self.line(self.runs(shut.text, "dim"), lead, " " * len(lead))
                    if number < len(options):
                        lead = f"  {number + 1:>{wide}}  "
                        runs = self.runs(options[number].text)
                        self.line(Text.assemble((lead, "bold cyan"), runs), "", " " * len(lead))
            case Number(question=question) | Type(question=question):
                self._question(question)
            case End(kind=kind, text=text):
                self.gap("end")
                style = {"victory": "bold green", "defeat": "bold red", "death": "bold red"}
                self.rule(Text(safe(self.talk.ending(kind)), style.get(kind, "bold")))
                if text:
                    self.gap("end")
                    self.line(self.runs([text], "bold"), "  ")

    def _question(self, question: Sequence[str]) -> None:
        if plain(list(question)).strip():
            self.gap("question")
            self.line(self.runs(question, "bold"), "  ")

    def prompt(self, request: Request) -> str:
        """What stands before the reader's answer."""
        match request:
            case Number(low=low, high=high):
                return self.talk("number", _shown(low), _shown(high)) + " > "
            case Type():
                return self.talk("typed") + " > "
            case Turn(paragraph=number):
                paragraphs = self.program.paragraphs
                name = paragraphs[number].name if 0 <= number < len(paragraphs) else ""
                return self.talk("turn_to", name) if name.isdigit() else self.talk("turn")
        return "> "

    def chosen(self, request: Request, value: int | str) -> None:
        """An answer that nobody typed here."""
        shown = str(value)
        if isinstance(request, Choose):
            found = [n for n, one in enumerate(request.options) if one.value == value]
            shown = f"{found[0] + 1}  {plain(request.options[found[0]].text)}" if found else shown
        self.gap("answer")
        self.line(Text(safe(shown), "dim"), "> ")

    # ------------------------------------------------------------ the sheet

    def sheet(self, sheet: dict[str, Any]) -> None:
        self.gap("sheet")
        self.rule(Text(self.talk("hero"), "bold"))
        stats = sheet["stats"]
        known = {stat.name: stat for stat in self.program.stats}
        wide = min(30, max((cell_len(plain([stat["label"]])) for stat in stats), default=0))
        for stat in stats:
            label = safe(plain([stat["label"]]))
            text = Text(label + " " * max(0, wide - cell_len(label)) + "  ")
            if stat["row"] is not None:
                info = known[stat["name"]]
                signs = ((sign(info, n), n) for n in stat["row"])
                cells = (
                    f"{i} {safe(shown)}" if shown else f"{i}:{_shown(n)}"
                    for i, (shown, n) in enumerate(signs, info.first)
                )
                text.append("  ".join(cells), "bold")
            else:
                text.append(safe(stat["word"] or _shown(stat["value"])), "bold")
                if stat["top"] is not None:
                    text.append(f" / {_shown(stat['top'])}", "dim")
            self.line(text, "  ", " " * (wide + 4))
        if self.items:
            self.gap("sheet")
            things = [self._thing(item) for item in sheet["items"]] or [self.talk("nothing")]
            self.line(f"{self.talk('things')}: " + ", ".join(things), "  ", "    ")
        if sheet["codewords"]:
            self.gap("sheet")
            words = safe(", ".join(sheet["codewords"]))
            self.line(f"{self.talk('codewords')}: {words}", "  ", "    ")

    def _thing(self, item: dict[str, Any]) -> str:
        text = safe(plain([item["label"]]))
        if item["count"] > 1:
            text += f" ×{item['count']}"
        can = [self.talk("in_hand")] if item["wielded"] else []
        can += [self.talk("use")] if item["usable"] else []
        can += [self.talk("wield")] if item["wieldable"] and not item["wielded"] else []
        return text + (f" ({', '.join(can)})" if can else "")


def _shown(number: Any) -> str:
    return "–" if number == NONE else str(number).replace("-", "−")
