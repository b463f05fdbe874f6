"""`gbk`: finds the command and lets it run; nothing that goes wrong ends in a traceback."""

from __future__ import annotations

import sys

COMMANDS: dict[str, tuple[str, str]] = {
    # name: (module, one line of help); `lint` is another name of `check`
    "new": ("new", "Begin a book: a small one that plays, to be changed into yours."),
    "check": ("check", "Look for mistakes in a book."),
    "play": ("play", "Play a book in the terminal."),
    "build": ("build", "Build one HTML file that anybody can open and play."),
    "fmt": ("fmt", "Lay out the text of books in the one canonical form."),
    "odds": ("odds", "Exact chances: of a paragraph's directives, of the whole book."),
    "simulate": ("simulate", "Play a book at random, many times, and count."),
    "graph": ("graph", "Print the ways between the paragraphs."),
    "rules": ("rules", "List the rule systems, or print one."),
    "explain": ("explain", "Explain a finding by its code."),
}
ALIASES = {"lint": "check"}


SUMMARY = "Gamebooks: numbered paragraphs, dice, fights, items, from one text."
USAGE = f"""\
Usage: gbk [OPTIONS] COMMAND [ARGS]...

  {SUMMARY}

  A book is a `.gbk` file. `gbk check` looks for mistakes in it, `gbk play`
  plays it here, `gbk build` makes the page that readers open.

Options:
  -V, --version  Show the version and exit.
  -h, --help     Show this message and exit.

Commands:
"""


def main() -> None:
    """The entry point. Exit status: 0 fine, 1 findings, 2 wrong usage or an unreadable file,
    130 after Ctrl-C."""
    try:
        _encode()
        if sys.argv[1:] in (["--version"], ["-V"]):
            from gbk import __version__

            print(f"gbk {__version__}")
            status = 0
        elif sys.argv[1:] in (["--help"], ["-h"]):
            print(overview())
            status = 0
        else:
            status = _run()
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        if sys.stdin is not None and sys.stdin.isatty():
            print(file=sys.stderr)  # the shell's prompt begins a line of its own
        _quiet()
        status = 130
    except BrokenPipeError:
        _quiet()
        status = 0
    except OSError as error:
        status = _say(f"{error.filename or 'The output'}: {error.strerror or error}.")
        _quiet()
    sys.exit(status)


def overview() -> str:
    """What `gbk --help` prints: the very text that click would make, and without importing it."""
    wide = max(map(len, COMMANDS))
    rows = (f"  {name.ljust(wide)}  {text}" for name, (_, text) in COMMANDS.items())
    return USAGE + "\n".join(rows)


def _quiet() -> None:
    """Nobody reads any more: what is still to be written goes nowhere."""
    import os

    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.close(nowhere)
    except OSError:
        pass


def _encode() -> None:
    """Text goes out as UTF-8 whatever the console says it knows, and what a pipe brings in is
    read as UTF-8; what cannot be told is a replacement character, never an error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        typed = stream is sys.stdin and stream.isatty()
        reconfigure(encoding=None if typed else "utf-8", errors="replace")


def _run() -> int:
    import click

    from gbk.cli.fail import Refused
    from gbk.cli.group import gbk

    try:
        status = gbk.main(prog_name="gbk", standalone_mode=False)
        return status if isinstance(status, int) else 0
    except click.exceptions.Abort:
        return 130
    except click.ClickException as error:
        error.show()
        return 2
    except OSError:
        raise
    except Refused as error:
        return _say(str(error))
    except MemoryError:
        return _say("There is not enough memory for this book.")
    except Exception as error:
        return _say(
            f"A fault of gbk itself ({type(error).__name__}: {error}). Your files are as they "
            "were; please report it with the book that shows it."
        )


def _say(sentence: str) -> int:
    """One line on standard error; the exit status that goes with it."""
    from gbk.cli.safe import safe

    line = " ".join(safe(sentence).split())
    print(f"gbk: {line}", file=sys.stderr)
    return 2
