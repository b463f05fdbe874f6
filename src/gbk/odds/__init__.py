"""Exact chances: of a directive, and of a whole book."""
