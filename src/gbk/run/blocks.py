"""What happened, as blocks that a page can show."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gbk.model.program import Program
from gbk.run.requests import Event, shown
from gbk.run.words import plain

Block = dict[str, Any]
"""A `kind` and what belongs to it; docs/program.md lists them."""


class Blocks:
    """Takes the events of a run one after another; `done` gives the blocks."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.blocks: list[Block] = []
        self.runs: list[Any] = []
        self.link: Block | None = None
        self.dice: Block | None = None

    def done(self, events: Iterable[Event]) -> list[Block]:
        for event in events:
            self._take(event)
        self._throw()
        self._break("plain")
        return self.blocks

    def _take(self, event: Event) -> None:
        match event:
            case ("text", str(text)):
                self._say(text)
            case ("value", int(number), int(digits)):
                self._say(shown(number, digits))
            case ("link", int(value)):
                self.link = None if value < 0 else {"link": value, "text": ""}
                if self.link is not None:
                    self.runs.append(self.link)
            case ("break", str(kind)):
                self._throw()
                self._break(kind)
            case ("arrive", int(number)):
                self._throw()
                self._break("plain")
                paragraph = self.program.paragraphs[number]
                if paragraph.parent >= 0:
                    paragraph = self.program.paragraphs[paragraph.parent]
                heading = {"kind": "heading", "name": paragraph.name, "title": paragraph.title}
                self.blocks.append(heading)
            case ("picture", path, shows):
                self._break("plain")
                self.blocks.append({"kind": "picture", "path": path, "shows": shows})
            case ("roll", int(low), int(high), int(number), str(label)) if label:
                if self.dice is None or self.dice["label"] != label:
                    self._throw()
                    self.dice = _roll(label)
                self.dice["dice"].append([number, low, high])
            case ("told", str(label), str(who), int(value)):
                told = self.dice or _roll(label)
                told.update(label=label, who=who, total=value)
                self.dice = told
                self._throw()

    def _say(self, text: str) -> None:
        if self.link is not None:
            self.link["text"] += text
        elif self.runs and isinstance(self.runs[-1], str):
            self.runs[-1] += text
        else:
            self.runs.append(text)

    def _throw(self) -> None:
        """The dice so far are a block. It stands ahead of the text that they interrupt."""
        if self.dice is not None:
            self.blocks.append(self.dice)
        self.dice = None

    def _break(self, kind: str) -> None:
        runs, self.runs, self.link = self.runs, [], None
        text = plain(runs)
        if kind == "heading":
            self.blocks.append({"kind": "heading", "name": "", "title": text})
        elif text.strip() or kind == "ornament":
            self.blocks.append({"kind": kind, "runs": runs})


def _roll(label: str) -> Block:
    return {"kind": "roll", "label": label, "who": "", "dice": [], "total": None}


def prose(blocks: Iterable[Block]) -> str:
    """The text of the blocks, an empty line between two; no headings, rolls and changes."""
    texts = (plain(block["runs"]) for block in blocks if "runs" in block)
    return "\n\n".join(text for text in texts if text.strip())
