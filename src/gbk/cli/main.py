"""`gbk`: finds the command and lets it run; nothing that goes wrong ends in a traceback."""

from __future__ import annotations

import sys

COMMANDS = {
    # name: (module, one line of help); `lint` is another name of `check`
    "check": ("check", "Look for mistakes in a book."),
    "play": ("play", "Play a book in the terminal."),
    "build": ("build", "Build one HTML file that anybody can open and play."),
    "simulate": ("simulate", "Play a book at random, many times, and count."),
    "graph": ("graph", "Print the ways between the paragraphs."),
    "rules": ("rules", "List the rule systems, or print one."),
    "explain": ("explain", "Explain a finding by its code."),
}
ALIASES = {"lint": "check"}


def main() -> None:
    """The entry point. Exit status: 0 fine, 1 findings, 2 wrong usage or an unreadable file,
    130 after Ctrl-C."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        from gbk import __version__

        print(f"gbk {__version__}")
        return
    _encode()
    try:
        _run()
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        sys.exit(130)
    except BrokenPipeError:
        import os

        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(0)


def _encode() -> None:
    """Consoles that know less than UTF-8 get a question mark instead of an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(encoding="utf-8", errors="replace")


def _run() -> None:
    import click

    from gbk.cli.group import gbk

    try:
        status = gbk.main(prog_name="gbk", standalone_mode=False)
        sys.stdout.flush()
        sys.exit(status if isinstance(status, int) else 0)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(2 if error.exit_code == 1 else error.exit_code)
    except (KeyboardInterrupt, BrokenPipeError, SystemExit):
        raise
    except Exception as error:
        from gbk.cli.fail import Refused

        if isinstance(error, Refused):
            sys.stderr.write(f"gbk: {error}\n")
            sys.exit(2)
        if isinstance(error, OSError):
            sys.stderr.write(f"gbk: {error.filename or 'a file'}: {error.strerror or error}\n")
            sys.exit(2)
        sys.stderr.write(
            f"gbk: a fault of gbk itself ({type(error).__name__}: {error}). "
            "Your files are as they were; please report it with the book that shows it.\n"
        )
        sys.exit(2)
