"""What the parameters of a rule's pattern take."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gbk.bind import symbols
from gbk.bind.names import fold
from gbk.bind.symbols import Rule
from gbk.lower.unit import Unit
from gbk.model import tree

_PLAIN_KINDS = ("stat", "item", "paragraph", "text", "foe")


def kind_of(env_rule: Rule, parameter: str, u: Unit) -> str:
    """What a parameter takes: entries, stat, item, paragraph, text, foe, cast, value."""
    if parameter in _PLAIN_KINDS:
        return parameter
    words = {"foe", "ally"} | {word for word, _ in env_rule.tree.records}
    if any(parameter in (word + "s", word[:-1] + "ies") for word in words):
        return "entries"
    return "cast" if cast_of(env_rule, parameter, u) is not None else "value"


def cast_of(rule: Rule, parameter: str, u: Unit) -> symbols.Cast | None:
    """The cast of which a parameter names one: by its singular, or by what the rule asks of it."""
    casts = list({id(s): s for s in u.env.names.values() if isinstance(s, symbols.Cast)}.values())
    for cast in casts:
        if fold(parameter) in (cast.singular, *map(fold, cast.tree.name.forms)):
            return cast
    asked = {u.env.canonical(a) for a in _attributes_of(rule.tree.body, fold(parameter))}
    for cast in casts:
        if asked and asked <= set(cast.layout.offsets):
            return cast
    return None


def _attributes_of(node: object, owner: str) -> Iterator[str]:
    """The attributes that the body of a rule asks of a name."""
    match node:
        case tree.Field(owner=tree.Name(text=text), attribute=attribute):
            if fold(text) == owner:
                yield attribute
        case tree.Slice(text=text):
            for found in re.finditer(rf"(?<![\w.]){re.escape(owner)}\.([^\W\d]\w*)", fold(text)):
                yield found.group(1)
        case tuple():
            for one in node:
                yield from _attributes_of(one, owner)
        case _ if hasattr(node, "__match_args__"):
            for part in type(node).__match_args__:
                yield from _attributes_of(getattr(node, part), owner)
