"""The playable page: one HTML file that needs nothing beside it.

The program stands in it as JSON packed by bzip2, which is data and never runs. Of a book of
400 paragraphs, plain JSON is 234 KB, deflate 63 and bzip2 37, in the letters of base64; after
`gzip -9` they are 47, 47 and 28 KB. Deflate, which browsers unpack themselves, gains nothing
where a server packs the page.

The one script and the one style are named in the content security policy by their hashes, so
that nothing else can run and nothing be fetched.
"""

from __future__ import annotations

import base64
import bz2
import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, TemplateError
from markupsafe import Markup

from gbk.kept import kept
from gbk.model.program import Program
from gbk.resources import resource

MACHINE = ("dice.js", "program.js", "core.js", "machine.js", "blocks.js", "player.js")
READER = ("bunzip.js", "state.js", "view.js", "sheet.js", "map.js", "main.js", "menu.js")
STYLE = ("style.css", "around.css")

_KINDS = {
    "png": "png",
    "jpg": "jpeg",
    "jpeg": "jpeg",
    "gif": "gif",
    "webp": "webp",
    "avif": "avif",
    "svg": "svg+xml",
    "bmp": "bmp",
}
_UNSAFE = {ord(mark): f"\\u{ord(mark):04x}" for mark in "<>&\u2028\u2029"}


Words = str | dict[str, str]


class UnusableError(Exception):
    """A file of the author's that no page can be made of: the sentence says which and why."""


def html(
    program: Program,
    pictures: Mapping[str, bytes],
    css: str = "",
    templates: Path | None = None,
) -> str:
    """The page of a book. `pictures` by the paths that the program names; what is missing
    there is shown by its description. `css` is set behind the page's own style. Files in the
    folder `templates` are taken instead of ours of the same name. Raises UnusableError for
    one that cannot be used."""
    settings = program.settings
    title = settings.get("book") or "Gamebook"
    author = settings.get("author", "")
    language = settings.get("language", "en")
    files = Templates(templates)
    words, spoken = files.words(language)
    style = files.style(css)
    script = files.script()
    extras = {
        "key": book_key(title, author),
        "words": spoken,
        "pictures": {path: data_uri(path, data) for path, data in pictures.items()},
    }
    environment = Environment(
        loader=FileSystemLoader(files.folders),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    values = dict(
        language=language,
        title=title,
        author=author,
        description=settings.get("description", ""),
        words=words,
        policy=policy(script, style),
        style=Markup(style),
        script=Markup(script),
        program=packed(program),
        extras=Markup(json_text(extras)),
    )
    try:
        return environment.get_template("page.html.j2").render(values)
    except (TemplateError, ArithmeticError, TypeError, ValueError) as error:
        raise UnusableError(f"The template page.html.j2 cannot be used: {error}.") from None


class Templates:
    """What a page is made of: our files, and before them those of a folder of the author's."""

    def __init__(self, own: Path | None = None) -> None:
        ours = resource("templates") / "player"
        self.folders = [own, ours] if own else [ours]

    def found(self, name: str) -> list[str]:
        """The texts of the files of this name, the author's first."""
        texts = []
        for file in (folder / name for folder in self.folders):
            try:
                texts.append(file.read_text("utf-8"))
            except FileNotFoundError:
                continue
            except (OSError, UnicodeDecodeError) as error:
                raise UnusableError(f"{file} cannot be read: {error}.") from None
        return texts

    def joined(self, names: tuple[str, ...]) -> str:
        """The files one behind the other, each the author's where there is one."""
        return "\n".join(self.found(name)[0] for name in names)

    def words(self, language: str) -> tuple[dict[str, Words], dict[str, Words]]:
        """The words of the page in a language, English where it has none: all of them, and
        those that the script says. Forms that depend on a number are a table of their own."""
        files = ["words/en.toml"]
        if re.fullmatch(r"[a-z]{2,3}", language):
            files.append(f"words/{language}.toml")
        try:
            tables = [tomllib.loads(text) for name in files for text in reversed(self.found(name))]
        except tomllib.TOMLDecodeError as error:
            raise UnusableError(f"{' or '.join(files)} cannot be read: {error}.") from None
        still, spoken = (
            {k: v for t in tables for k, v in t.get(name, {}).items()}
            for name in ("page", "script")
        )
        return still | spoken, spoken

    def script(self) -> str:
        """All code as one script. The reader's part is a block of its own, so that its names
        hide none of the machine's."""
        machine, reader = self.joined(MACHINE), self.joined(READER)
        whole = f'(()=>{{"use strict";\n{machine}{{\n{reader}}}\n}})()'
        return kept("player.js", whole, _minified("application/javascript"))

    def style(self, css: str = "") -> str:
        """The page's own style, then the book's, which can not close the element."""
        own = kept("player.css", self.joined(STYLE), _minified("text/css"))
        # A page is read with plain line ends and no NUL, and its hash is taken as it is read.
        plain = css.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
        return own + plain.replace("</", "<\\/")


def _minified(kind: str) -> Callable[[str], str]:
    def minified(text: str) -> str:
        import minify  # late: it costs 20 ms, and its work is kept

        try:
            return str(minify.string(kind, text))
        except minify.MinifyError as error:
            told = str(error).splitlines()[0]
            raise UnusableError(f"The templates cannot be used: {kind}, {told}.") from None

    return minified


def policy(script: str, style: str) -> str:
    """The content security policy of a page with this one script and this one style."""
    return (
        f"default-src 'none'; img-src data:; script-src '{_hash(script)}'; "
        f"style-src '{_hash(style)}'; base-uri 'none'; form-action 'none'"
    )


def packed(program: Program) -> str:
    """The program's JSON by bzip2, in the letters of base64; the page unpacks it. A paragraph's
    unit is told as the difference from its number: mostly the same, which packs to nothing."""
    data = program.to_json()
    data["paragraphs"] = [
        [name, title, unit - n, *rest]
        for n, (name, title, unit, *rest) in enumerate(data["paragraphs"])
    ]
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(bz2.compress(text.encode("utf-8", "replace"))).decode("ascii")


def json_text(data: Any) -> str:
    """Compact JSON that can neither close the element it stands in nor open another."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_UNSAFE)


def data_uri(path: str, data: bytes) -> str:
    """A picture as an address that holds it; its kind is told by the ending of its path."""
    kind = _KINDS.get(path.rpartition(".")[2].lower(), "png")
    return f"data:image/{kind};base64,{base64.b64encode(data).decode('ascii')}"


def book_key(title: str, author: str) -> str:
    """What saved games are kept under. Other editions of a book share it."""
    return "gbk:" + hashlib.sha256(f"{title}\0{author}".encode()).hexdigest()[:12]


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
