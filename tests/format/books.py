"""Books to lay out: all that this checkout has, and made ones; and how to spoil a layout."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]


def written() -> dict[str, str]:
    """Every text in this checkout that is a book or a rules file: books, rules, the blocks of
    the pages, what stands in tests."""
    found = {
        str(path.relative_to(ROOT)): path.read_text("utf-8")
        for folder in ("books", "rules", "templates")
        for path in sorted((ROOT / folder).rglob("*.gbk"))
    }
    for page in sorted((ROOT / "docs").rglob("*.md")):
        blocks = re.findall(r"^```gbk\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
        found.update({f"{page.name}:{n}": block for n, block in enumerate(blocks)})
    for path in sorted((ROOT / "tests").rglob("*.py")):
        nodes = ast.walk(ast.parse(path.read_text("utf-8")))
        texts = [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]
        books = [text for text in texts if re.search(r"^== .+ ==", text, re.M)]
        found.update({f"{path.name}:{n}": book for n, book in enumerate(books)})
    return found


# ---------------------------------------------------------------- made books

PLACES = ["1", "far bank", "7", "у реки"]
VALUES = ["gold", "3", "gold + 1", "(gold - 2) * 3", "min(gold, 4)", "count rope"]
CONDITIONS = [
    "has rope",
    "gold < 3",
    "gold >= 2 and not marked SALT",
    "first visit",
    "gold = 3 or gold != 5",
    "at least 1 of (has rope, marked SALT)",
    "visits here > 1",
]
ORDERS = [
    "take rope",
    "take 2 rope",
    "gain 2 gold",
    "lose (gold - 1) gold",
    "set gold to 3",
    "set gold = 3",
    "mark SALT",
    "drop 1 of (rope, lamp oil)",
    "offer 1 of (rope, lamp oil)",
    "let spare = gold - 1",
]
WORDS = ["You", "wade,", "and  then", "*so*", "**no**", '"Toll,"', "--", "a-b", "3:2", "it's", "Ты"]
HEAD = """book: The Ford
// what the hero has
stat gold = 2d6 + 3, from 0, to 20
item rope, size 2
    use
        lose 1 gold
        if gold = 0
            gain 3 gold
item lamp oil
codeword SALT

rule haggle {price}
    outcomes: cheap, dear = cheap
    with: blow = 2, left = none
    while gold > price
        roll hand = 1d6
        if hand >= 3
            outcome cheap
        else
            lose (blow) gold
            say "You, too:  {gold}->{price}."
    outcome dear
"""
NOT_PROSE = re.compile(r"(?m)^ *(?:[?*>!-] |->|//|\*\*\*|$)|->[ \w]*$")


class Maker:
    """Makes books, nearly all of which compile, in their canonical form."""

    def __init__(self, random: Random) -> None:
        self.one = random.choice
        self.upto = lambda most: range(random.randint(1, most))

    def book(self) -> str:
        parts = [HEAD]
        for place in PLACES:
            title = self.one(["", " The ford", " Title #todo"])
            end = self.one(["! end victory", "-> 1", '! end defeat "No,  no."', "! haggle 3"])
            body = "\n".join(self.block())
            parts.append(f"== {place} =={title}\n{body}\n{end}\n")
        return re.sub(r"\n{3,}", "\n\n", "\n".join(parts))

    def words(self) -> str:
        return " ".join(self.one(WORDS) for _ in self.upto(5))

    def prose(self, depth: int = 0) -> str:
        """Words with braces among them; some run over a line's end."""
        text = " ".join(self.piece(depth) for _ in self.upto(3))
        return self.words() if NOT_PROSE.search(text) else text

    def piece(self, depth: int) -> str:
        if depth > 1:
            return self.words()
        gap, other = self.one("  \n"), self.one("  \n")
        more = lambda: self.prose(depth + 1)  # noqa: E731
        match self.one(range(9)):
            case 0:
                return f"{{{self.one(VALUES)}}}"
            case 1:
                return f"{{{self.one(ORDERS)}}}"
            case 2:
                return f"{{{self.one(CONDITIONS)} ?{gap}{more()} |{other}{more()}}}"
            case 3:
                return f"{{gold:{gap}{more()} | {more()}}}"
            case 4:
                return f"{{random: {more()} | {more()}}}"
            case 5:
                return f"{{cycle: {more()} |{gap}{more()} | }}"
            case 6:
                return f"{{note: {more()}}}"
            case 7:
                return f"[{more()} {self.guard()} -> {self.one(PLACES)}]"
        return self.words()

    def guard(self) -> str:
        if self.one([True, False]):
            return f"{{if {self.one(CONDITIONS)}}}"
        return self.one(["{once}", "{pay 2 gold}", f"{{{self.one(ORDERS)}}}"])

    def block(self, depth: int = 0) -> list[str]:
        """Lines with what stands below them."""
        return [line for _ in self.upto(4) for line in self.lines(depth)]

    def below(self, depth: int) -> list[str]:
        lines = [line for line in self.block(depth + 1) if "//" not in line]
        if not any(lines):
            lines = [f"! {self.one(ORDERS)}"]
        return ["    " + line if line else "" for line in lines]

    def lines(self, depth: int) -> list[str]:
        match self.one(range(14 if depth < 3 else 10)):
            case 0 | 1:
                return self.prose().split("\n")
            case 2:
                return ["", *self.prose().split("\n"), ""]
            case 3:
                return [f"! {self.one(ORDERS)}"]
            case 4:
                return ["> " + self.words(), "> {gold}"]
            case 5:
                return [self.one(["- ", "— "]) + self.words(), "// " + self.words()]
            case 6:
                return ["\\* " + self.words()]
            case 7:
                return [f"* Go on {self.guard()} {self.guard()} -> {self.one(PLACES)}"]
            case 8:
                return [f"? {self.one(CONDITIONS)} -> {self.one(PLACES)}"]
            case 9:
                return [self.one(["***", "![a ford](ford.png)", ""])]
            case 10:
                below, other = self.below(depth), self.below(depth)
                return [f"? {self.one(CONDITIONS)}", *below, "? else", *other]
            case 11:
                return [f"* Wait {self.guard()}", *self.below(depth)]
            case 12:
                below = ["    " + line if line else "" for line in self.below(depth)]
                return ["! roll 1d6", "    ? 1..2, 4", *below, "    ? else", *below]
        entry = f"    - rope, 2 gold {self.guard()}"
        return ["! shop", entry, "    // a ware", "    - sell rope, 1 gold"]


# ---------------------------------------------------------------- spoiling


def spoilt(text: str, random: Random) -> str:
    """A canonical text with other blanks, which mean the same."""
    unit = random.choice(["\t", "  ", "   ", "        "])
    body = random.choice(["", unit])
    base, out = "", []

    def gaps(pattern: str) -> str:
        return re.sub("~", lambda _: random.choice(["", " ", "  ", "\t"]), pattern)

    for line in text.split("\n"):
        bare = line.lstrip(" ")
        depth = (len(line) - len(bare)) // 4
        heading = line.startswith("==") and not line.startswith("===")
        if heading:
            base = body
            bare = re.sub(r"^== (.*?) ==( ?)", gaps(r"==~\1~==~"), bare)
        elif re.match(r"[*?!>-] |— ", bare):
            bare = bare[0] + random.choice([" ", "  ", "\t"]) + bare[2:]
        if '"' not in bare and re.match(r"[?!]\s|stat |foe |item |roll |if |with|outcomes", bare):
            bare = re.sub(r"(?<=.) (->|=|<|>|>=|<=|!=) ", gaps(r"~\1~"), bare)
            bare = re.sub(r", (?! )", gaps("~,~"), bare)
        bare = re.sub(r"\b(lamp|far) (?=oil|bank)", gaps(r"\1 ~"), bare)
        if bare.startswith("-> "):
            bare = random.choice(["->", "->  "]) + bare[3:]
        if '"' not in bare:
            bare = re.sub(r"\{(?=\w)", random.choice(["{", "{ ", "{\t"]), bare)
        if bare.startswith("* "):
            bare = re.sub(r" (?=\{[^}]*\} ->)", gaps("~"), bare)
        if bare:
            before = "" if heading else base + unit * depth
            out.append(before + bare + random.choice(["", " ", "\t"]))
        else:
            out += [random.choice(["", " ", "\t "])] * random.randint(1, 3)
    end = random.choice(["\n", "\r\n", "\r"])
    return random.choice(["", "\ufeff"]) + end.join(out)


# ---------------------------------------------------------------- anything

SHREDS = [
    *(
        "{",
        "}",
        "[",
        "]",
        "->",
        "|",
        "?",
        ":",
        "!",
        "*",
        "**",
        ">",
        "-",
        "—",
        "\\",
        "//",
        "==",
        "===",
    ),
    *(
        "===",
        "***",
        '"',
        "«",
        "»",
        "=",
        "<",
        ">=",
        ",",
        "..",
        "(",
        ")",
        "\n",
        "\n    ",
        "\n\t",
        "\n\n",
    ),
    *(" ", "  ", "\t", "\u00a0", "\x0c", "\u2028", "if ", "has ", "rope", "gold", "random"),
    *("take ", "stat ", "item ", "rule ", "roll ", "book", "rules", "print ", "table ", "words ru"),
    *(
        "1",
        "2d6",
        "* Go -> 1",
        "\n== 1 ==\n",
        "\n! ",
        "\n? ",
        "\n* ",
        "\n> ",
        "\n- ",
        "\n-> 1\n",
        "да",
    ),
]


def shreds(random: Random) -> str:
    """What looks like a book now and then; no things and no paragraphs are named by signs."""
    while True:
        text = "".join(random.choice(SHREDS) for _ in range(random.randint(1, 30)))
        named = re.search(
            r"(?m)^\s*(?:! take|! roll|item|stat) .*[=<>\[\]{}|(),.]|^==[^=\n]*/", text
        )
        if not named:
            return text
