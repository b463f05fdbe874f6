"""Text that cannot command a terminal."""

from __future__ import annotations

import re

_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)


def safe(text: str) -> str:
    """The text with every control character and every change of direction replaced."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)
