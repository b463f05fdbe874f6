"""Dice of the player: the same seed gives the same numbers in both languages."""

from __future__ import annotations

_WORD = 2**32 - 1
WHIM = 0x9E3779B9
"""What a play's seed is mixed with for the choices that are of no weight (`VARY`)."""


class Dice:
    """The generator mulberry32; `state` is all there is to it, 32 bits."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _WORD

    def draw(self) -> int:
        """The next 32 bits."""
        self.state = (self.state + 0x6D2B79F5) & _WORD
        t = self.state
        t = (t ^ t >> 15) * (t | 1) & _WORD
        t ^= t + ((t ^ t >> 7) * (t | 61) & _WORD) & _WORD
        return t ^ t >> 14

    def between(self, low: int, high: int) -> int:
        """A number from low to high, each alike: draws that would favour some are thrown away."""
        n = high - low + 1
        limit = 2**32 - 2**32 % n
        while True:
            number = self.draw()
            if number < limit:
                return low + number % n
