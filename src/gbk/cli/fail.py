"""Refusals: one sentence, exit status 2."""


class Refused(Exception):
    """The sentence says what cannot be done and why."""
