"""What the settings of a head may be, as far as their text alone tells."""

from __future__ import annotations

from gbk.model import tree
from gbk.syntax.reader import Reader
from gbk.syntax.words import languages

_SEVERAL = ("rules", "include")


def check_settings(r: Reader, settings: list[tree.Setting]) -> None:
    """Say which settings are given twice, and which language is none."""
    given: set[str] = set()
    for setting in settings:
        key, value = setting.key, setting.value
        if key in given and key not in _SEVERAL:
            name = r.text[setting.span.start : setting.span.end].partition(":")[0].strip()
            r.say("setting-twice", setting.span, name=name)
        given.add(key)
        if key == "language" and value.text.casefold() not in languages():
            known = ", ".join(f"`{one}`" for one in languages())
            r.say("setting-value", value.span, name=value.text, known=known)
