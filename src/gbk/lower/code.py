"""Writing code: one unit's instructions, its strings, its labels."""

from __future__ import annotations

from dataclasses import dataclass, field

from gbk.model.book import PictureUse, Site, Step, Use
from gbk.model.program import CODE

Ref = tuple[str, ...]
"""What a number stands for until all units are known: ("paragraph", key), ("routine", …),
("global", …)."""


@dataclass(slots=True, eq=False, repr=False)
class Compiled:
    """A unit before linking: `refs` are the places in `code` that wait for a number.
    `wants` are the routines that it calls. Plain data: a cache may keep it."""

    code: list[int] = field(default_factory=list)
    strings: list[str] = field(default_factory=list)
    refs: list[tuple[int, Ref]] = field(default_factory=list)
    wants: list[Ref] = field(default_factory=list)
    flow: tuple[Step, ...] = ()
    uses: list[Use] = field(default_factory=list)
    pictures: list[PictureUse] = field(default_factory=list)
    features: set[str] = field(default_factory=set)
    sites: list[Site] = field(default_factory=list)


class Label:
    """A place in the code, known when it is put down."""

    __slots__ = ("at", "waiting")

    def __init__(self) -> None:
        self.at = -1
        self.waiting: list[tuple[int, int]] = []


class Writer:
    """Appends instructions to a `Compiled`."""

    def __init__(self) -> None:
        self.out = Compiled()
        self._strings: dict[str, int] = {}

    def op(self, name: str, *operands: int) -> None:
        self.out.code.append(CODE[name])
        self.out.code.extend(operands)

    def string(self, text: str) -> int:
        number = self._strings.get(text)
        if number is None:
            number = self._strings[text] = len(self.out.strings)
            self.out.strings.append(text)
        return number

    def ref(self, *ref: str) -> int:
        """The operand that is written next waits for `ref`; call as an argument of `raw`."""
        self.out.refs.append((len(self.out.code), ref))
        return 0

    def op_ref(self, name: str, ref: Ref, *operands: int) -> None:
        """An instruction whose first operand waits for a number."""
        self.out.code.append(CODE[name])
        self.out.refs.append((len(self.out.code), ref))
        self.out.code.append(0)
        self.out.code.extend(operands)

    def put(self, label: Label) -> None:
        label.at = len(self.out.code)
        for slot, base in label.waiting:
            self.out.code[slot] = label.at - base
        label.waiting.clear()

    def distance(self, label: Label, slot: int, base: int) -> None:
        """Operand `slot` is the way from `base` to the label."""
        if label.at >= 0:
            self.out.code[slot] = label.at - base
        else:
            label.waiting.append((slot, base))

    def jump(self, name: str, label: Label) -> None:
        """JUMP, JZ or CODE to a label."""
        self.op(name, 0)
        end = len(self.out.code)
        self.distance(label, end - 1, end)

    def switch(self, labels: list[Label]) -> None:
        self.op("SWITCH", len(labels), *[0] * len(labels))
        end = len(self.out.code)
        for number, label in enumerate(labels):
            self.distance(label, end - len(labels) + number, end)

    def call(self, routine: Ref, frame: int, handler: Label | None) -> None:
        self.op_ref("CALL", routine, frame, 0)
        end = len(self.out.code)
        if handler is not None:
            self.distance(handler, end - 1, end)
        if routine not in self.out.wants:
            self.out.wants.append(routine)

    def num(self, value: int) -> None:
        self.op("NUM", value)
