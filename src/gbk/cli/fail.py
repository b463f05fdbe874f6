"""Refusals: one sentence, exit status 2."""

from __future__ import annotations

from collections.abc import Iterable


class Refused(Exception):
    """The sentence says what cannot be done and why."""


def unknown(what: str, name: str, known: Iterable[str], how: str) -> Refused:
    """The refusal of a name that there is not: with the nearest one, or how to see them all."""
    from difflib import get_close_matches

    near = get_close_matches(name.lower(), list(known), 1)
    return Refused(f"{what} “{name}”. " + (f"Did you mean “{near[0]}”?" if near else how))
