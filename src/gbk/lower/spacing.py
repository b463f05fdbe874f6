"""Blanks around what leaves no trace in a printed paragraph."""

from __future__ import annotations

from collections.abc import Callable

from gbk.model import tree
from gbk.model.node import changed

_CLOSES = ",.;:!?…)»”"


def close_up(
    pieces: tuple[tree.Piece, ...], silent: Callable[[tree.Piece], bool]
) -> tuple[tree.Piece, ...]:
    """The pieces with one blank, not two, where a silent piece stands between words, and none
    ahead of a comma. A text that may be left out takes its blank with it."""
    out = list(pieces)
    at = 0
    while at < len(out):
        end = at
        while end < len(out) and silent(out[end]):
            end += 1
        sometimes = end == at and isinstance(out[at], tree.Either) and not out[at].no  # type: ignore[union-attr]
        if end == at and not sometimes:
            at += 1
            continue
        end = max(end, at + 1)
        blank_before = at == 0 or _text(out[at - 1])[-1:] == " "
        after = _text(out[end]) if end < len(out) else ""
        if blank_before and after[:1] == " ":
            out[end] = _plain(out[end], after.lstrip(" "))
            if sometimes:
                out[at] = _with(out[at], "", " ")
        elif at and blank_before and (end == len(out) or (after[:1] in _CLOSES and after)):
            out[at - 1] = _plain(out[at - 1], _text(out[at - 1]).rstrip(" "))
            if sometimes:
                out[at] = _with(out[at], " ", "")
        at = end
    return tuple(out)


def _text(piece: tree.Piece) -> str:
    return piece.text if isinstance(piece, tree.Plain) else ""


def _plain(piece: tree.Piece, text: str) -> tree.Piece:
    return tree.Plain(text, piece.span)


def _with(piece: tree.Piece, before: str, after: str) -> tree.Piece:
    assert isinstance(piece, tree.Either)
    yes = (tree.Plain(before, piece.span), *piece.yes, tree.Plain(after, piece.span))
    return changed(piece, yes=yes)
