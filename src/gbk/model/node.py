"""The class of everything that is frozen once made.

`dataclass(frozen=True, slots=True)` takes half a millisecond a class when a command starts, and
there are a hundred. Here `__init__` is written when the first instance is made, the rest is
shared, and that nobody assigns is for the type checker to see."""

from __future__ import annotations

from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def node(cls: type[T]) -> type[T]:
    """A class of annotated fields, compared and hashed by their values."""
    made: Any = cls  # a class as mypy knows it takes no methods from outside
    made.__match_args__ = tuple(cls.__annotations__)  # type: ignore[misc]
    made.__init__ = _first_init
    made.__eq__ = _equal
    made.__hash__ = _hash
    made.__repr__ = _repr
    return cls


def changed(old: T, **fields: Any) -> T:
    """A copy with other values in these fields."""
    names = old.__match_args__  # type: ignore[attr-defined]
    return type(old)(**{name: getattr(old, name) for name in names} | fields)


def _first_init(self: Any, *args: Any, **fields: Any) -> None:
    cls = type(self)
    defaults = {f"_{name}": vars(cls)[name] for name in cls.__match_args__ if name in vars(cls)}
    parameters = [
        f"{name}=_{name}" if f"_{name}" in defaults else name for name in cls.__match_args__
    ]
    body = "; ".join(f"self.{name} = {name}" for name in cls.__match_args__) or "pass"
    exec(f"def __init__(self, {', '.join(parameters)}): {body}", defaults)
    cls.__init__ = defaults["__init__"]
    self.__init__(*args, **fields)


def _values(self: Any) -> tuple[Any, ...]:
    return tuple(getattr(self, name) for name in self.__match_args__)


def _equal(self: Any, other: object) -> bool:
    return self.__class__ is other.__class__ and _values(self) == _values(other)


def _hash(self: Any) -> int:
    return hash(_values(self))


def _repr(self: Any) -> str:
    fields = zip(self.__match_args__, _values(self), strict=True)
    return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in fields)})"
