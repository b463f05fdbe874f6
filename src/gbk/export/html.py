"""The playable page: one HTML file that needs nothing beside it.

The program stands in it as packed JSON, which is data and never runs; plain, it would be six
times as much, and the most of the page. The one script and the one style are named in the
content security policy by their hashes, so that nothing else can run and nothing be fetched.
"""

from __future__ import annotations

import base64
import bz2
import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from gbk.model.program import Program
from gbk.resources import resource

MACHINE = ("dice.js", "program.js", "machine.js", "player.js")
READER = ("bunzip.js", "state.js", "view.js", "main.js")
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


def html(program: Program, pictures: Mapping[str, bytes], css: str = "") -> str:
    """The page of a book. `pictures` by the paths that the program names; what is missing
    there is shown by its description. `css` is set behind the page's own style."""
    settings = program.settings
    title = settings.get("book") or "Gamebook"
    author = settings.get("author", "")
    language = settings.get("language", "en")
    words, spoken = page_words(language)
    style = _style(css)
    script = _script()
    extras = {
        "key": book_key(title, author),
        "words": spoken,
        "pictures": {path: data_uri(path, data) for path, data in pictures.items()},
    }
    environment = Environment(
        loader=FileSystemLoader(_folder()),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("page.html.j2").render(
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


def policy(script: str, style: str) -> str:
    """The content security policy of a page with this one script and this one style."""
    return (
        f"default-src 'none'; img-src data:; script-src '{_hash(script)}'; "
        f"style-src '{_hash(style)}'; base-uri 'none'; form-action 'none'"
    )


def packed(program: Program) -> str:
    """The program's JSON by bzip2, in the letters of base64; the page unpacks it."""
    text = json.dumps(program.to_json(), ensure_ascii=False, separators=(",", ":"))
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


@cache
def page_words(language: str) -> tuple[dict[str, str], dict[str, str]]:
    """The words of the page in a language, English where it has none: all of them, and those
    that the script says."""
    tables = [tomllib.loads(_read("words/en.toml"))]
    if (
        re.fullmatch(r"[a-z]{2,3}", language)
        and (_folder() / "words" / f"{language}.toml").is_file()
    ):
        tables.append(tomllib.loads(_read(f"words/{language}.toml")))
    still, spoken = (
        {k: v for t in tables for k, v in t[name].items()} for name in ("page", "script")
    )
    return still | spoken, spoken


def _folder() -> Path:
    return resource("templates") / "player"


def _read(name: str) -> str:
    return (_folder() / name).read_text("utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")


def _script() -> str:
    """All code as one script. The reader's part is a block of its own, so that its names
    hide none of the machine's."""
    machine = "".join(strip_script(_read(name)) for name in MACHINE)
    reader = "".join(strip_script(_read(name)) for name in READER)
    return f'(()=>{{"use strict";\n{machine}{{\n{reader}}}\n}})()'


def _style(css: str) -> str:
    """The page's own style, then the book's, which can not close the element."""
    # A page is read with plain line ends and no NUL, and its hash is taken as it is read.
    plain = css.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    return "".join(strip_style(_read(name)) for name in STYLE) + plain.replace("</", "<\\/")


_LITERAL = r'"(?:\\.|[^"\\\n])*"' + r"|'(?:\\.|[^'\\\n])*'" + r"|`(?:\\[\s\S]|[^`\\])*`"
_BLANK = re.compile(rf"({_LITERAL})|[ \t]*([{{(\[,:;=<>?&|*])\s*|[ \t]*([)\]}}])[ \t]*")


def strip_script(text: str) -> str:
    """Without lines that are nothing but a comment, and without blanks and line ends where a
    sign parts the words. Written for these sources: no template holds another, no pattern holds
    a blank or a quote."""
    text = re.sub(r"^\s*//.*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"\n\s*", "\n", text)
    return _BLANK.sub(lambda found: found[1] or found[2] or found[3], text)


def strip_style(text: str) -> str:
    """Without comments and without the blanks that carry nothing. Written for this source: its
    strings hold none of the signs below."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"\s*([{};,])\s*", r"\1", text)
    return re.sub(r":\s+", ":", text).replace(";}", "}").strip()
