"""Book to program."""
