"""The class of everything that is frozen once made.

`dataclass(frozen=True)` writes six functions for each class when a command starts. Here only
`__init__` is written for each; the rest is shared, and that nobody assigns is for the type
checker to see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


def _values(self: Any) -> tuple[Any, ...]:
    return tuple(getattr(self, name) for name in self.__match_args__)


def _equal(self: Any, other: object) -> bool:
    return self.__class__ is other.__class__ and _values(self) == _values(other)


def _hash(self: Any) -> int:
    return hash(_values(self))


def _repr(self: Any) -> str:
    fields = zip(self.__match_args__, _values(self), strict=True)
    return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in fields)})"


@dataclass_transform(frozen_default=True)
def node(cls: type[T]) -> type[T]:
    """A class of fields with slots, compared and hashed by its values."""
    cls.__eq__ = _equal  # type: ignore[method-assign]
    cls.__hash__ = _hash  # type: ignore[method-assign]
    cls.__repr__ = _repr  # type: ignore[method-assign]
    return dataclass(eq=False, repr=False, slots=True)(cls)
