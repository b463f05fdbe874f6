"""The commands. Only `main` is imported at a start; each command brings what it needs."""
