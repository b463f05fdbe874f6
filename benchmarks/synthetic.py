"""A synthetic gamebook of any length, written in several languages.

    python benchmarks/synthetic.py --n 400 --out FOLDER --formats gbk,ink

The book is abstract (`Book`), and every language is one function of `WRITERS`. All of them
play the same game: paragraphs of about 80 words with two or three choices, a fifth of the
choices guarded, a tenth of the paragraphs with a fight, a twentieth with a test of luck, eight
endings. The same length and seed always give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

SEED = 7919
SHORTEST = 20


def words(text: str) -> list[str]:
    return text.split()


HERO = {"strength": 24, "dexterity": 9, "luck": 9, "gold": 5}
ITEMS = words("""
    lantern rope dagger key mirror whistle cloak amulet compass candle map shovel flask
    ring helmet bell scroll feather hammer net mask crystal horn chain
""")
FOES = words("goblin wolf guard spider bandit ghoul troll serpent cultist boar wraith ogre")

# ---------------------------------------------------------------- prose

WORDS = {
    "n": words("""
        door corridor stone river lamp shadow tower bridge forest wall step voice hand
        table window road candle chest cellar garden gate market ship island merchant
        soldier stranger child priest witch king prisoner horse bird rat dog wind rain
        snow fire smoke ash dust blood water bread wine coin letter book page bell chain
        rope ladder well cave tunnel hill valley marsh field village inn stable chapel
        grave statue throne crown sword shield arrow spear cloak boot glove ring mirror
        clock key lock hinge bolt beam roof floor
    """),
    "a": words("""
        old dark narrow cold silent broken heavy wet pale distant strange small tall low
        rusty empty locked hidden crooked bright bitter ancient quiet foul smooth steep
        ruined dusty torn warm hollow grey red black green
    """),
    "v": words("""
        opens falls turns waits burns trembles rises leads drips creaks shines fades moves
        stops breaks leans hangs stands lies glows swings bends shakes cracks sinks
        rattles
    """),
    "w": words("""
        see hear notice follow find remember touch lift carry open close push pull study
        leave reach cross climb search smell fear watch count draw drop
    """),
    "p": words("""
        beyond beneath beside above behind before near under over across along inside past
        against
    """),
}
WEIGHTS = {kind: [1 / (rank + 3) for rank in range(len(row))] for kind, row in WORDS.items()}
SENTENCES = [
    "The {a} {n} {v} {p} the {n2}, and you {w} a {a2} {n3}.",
    "You {w} the {n} {p} the {a} {n2}.",
    "{P} the {n} there is a {a} {n2}; it {v} as you {w} the {n3}.",
    "Nobody has come this way for years, yet the {n} {v} {p} the {a} {n2}.",
    "A {a} {n} {v} here, {p} the {n2} that you {w} in the {a2} light.",
    "If the {n} were not so {a}, you might {w} the {n2} and go on.",
    "You stop to {w} the {a} {n}, but the {n2} {v} {p} the {n3}.",
    "It is {a} here, and the {n} {v}.",
]
ACTIONS = [
    "Open the {a} {n}",
    "Follow the {n}",
    "Go back past the {n}",
    "Climb {p} the {a} {n}",
    "Speak to the {n}",
    "Search the {a} {n}",
    "Run from the {n}",
    "Wait {p} the {n}",
]


def filled(dice: random.Random, templates: list[str]) -> str:
    """One of the templates with words; common words come more often, as in any text."""
    template = dice.choice(templates)
    blanks = ("p", "n", "n2", "n3", "a", "a2", "v", "w")
    chosen = {b: dice.choices(WORDS[b[0]], WEIGHTS[b[0]])[0] for b in blanks}
    return template.format(P=chosen["p"].capitalize(), **chosen)


def prose(dice: random.Random, length: int = 80) -> str:
    sentences: list[str] = []
    count = 0
    while count < length - 6:
        sentences.append(filled(dice, SENTENCES))
        count += len(sentences[-1].split())
    return " ".join(sentences)


# ---------------------------------------------------------------- the book


@dataclass(slots=True)
class Choice:
    """`guard`: None, or what must be had: ("item", its number), ("gold" or "strength", how
    much)."""

    text: str
    target: int
    guard: tuple[str, int] | None


@dataclass(slots=True)
class Paragraph:
    """What happens on arrival, in this order: an item and gold are found, strength comes back
    (never above its start), luck is tested, a foe is fought."""

    number: int
    text: str = ""
    item: int | None = None
    gold: int = 0
    heal: int = 0
    luck: bool = False
    foe: tuple[str, int, int] | None = None  # name, dexterity, strength
    choices: list[Choice] = field(default_factory=list)
    ending: str | None = None  # win, lose

    @property
    def deadly(self) -> bool:
        return self.luck or self.foe is not None


class Book:
    """Paragraphs 1 to n, all within reach of the first. Links lead at most n/16 paragraphs
    away, a ninth of them back: a play is about as long in a long book as in a short one."""

    def __init__(self, n: int, seed: int = SEED) -> None:
        if n < SHORTEST:
            raise ValueError(f"a synthetic book has at least {SHORTEST} paragraphs")
        dice = random.Random(seed * 1000003 + n)
        self.n, self.win, self.death = n, n, n - 1
        self.paragraphs = [Paragraph(number) for number in range(1, n + 1)]
        endings = {self.win: "win", self.death: "lose"}
        while len(endings) < 8:
            endings[dice.randrange(n // 3, n - 2)] = "lose"
        links = _links(n, endings, dice)
        for p in self.paragraphs:
            p.ending = endings.get(p.number)
            p.text = prose(dice)
            if not p.ending:
                _events(p, dice)
                p.choices = _choices(links[p.number], dice)


def _links(n: int, endings: dict[int, str], dice: random.Random) -> dict[int, list[int]]:
    numbers = range(1, n + 1)
    window = max(8, n // 16)
    room = {i: 0 if i in endings else dice.choice((2, 3)) for i in numbers}
    links: dict[int, list[int]] = {i: [] for i in numbers}
    for j in range(2, n + 1):  # a tree first: every paragraph is reached
        tried = [dice.randrange(max(1, j - window), j) for _ in range(12)]
        free = (i for i in (*tried, *range(j - 1, 0, -1)) if len(links[i]) < room[i])
        links[next(free)].append(j)
    for i in numbers:
        while len(links[i]) < room[i]:
            if links[i] and i > 2 and dice.random() < 0.25:
                target = dice.randrange(max(1, i - window), i)
            else:
                target = dice.randrange(i + 1, min(n, i + window) + 1)
            if target not in links[i]:
                links[i].append(target)
            elif i >= n - 4:
                room[i] -= 1
    return links


def _events(p: Paragraph, dice: random.Random) -> None:
    first = p.number == 1
    if dice.random() < 0.08:
        p.item = dice.randrange(len(ITEMS))
    if dice.random() < 0.10:
        p.gold = dice.randrange(1, 5)
    if dice.random() < 0.06:
        p.heal = 4
    if dice.random() < 0.05:
        p.luck = not first
    if not first and dice.random() < 0.10:
        p.foe = (dice.choice(FOES), dice.randrange(5, 10), dice.randrange(4, 11))


def _choices(links: list[int], dice: random.Random) -> list[Choice]:
    """The first leads on and has no guard: every play comes to an end."""
    choices: list[Choice] = []
    for target in sorted(links, reverse=True):
        guard = None
        if choices and dice.random() < 1 / 3:
            kind = dice.random()
            if kind < 0.25:
                guard = "gold", dice.randrange(5, 15)
            elif kind < 0.40:
                guard = "strength", dice.randrange(6, 20)
            else:
                guard = "item", dice.randrange(len(ITEMS))
        text = filled(dice, ACTIONS)
        while any(text == c.text for c in choices):
            text = filled(dice, ACTIONS)
        choices.append(Choice(text, target, guard))
    return choices


# ---------------------------------------------------------------- languages

GBK_RULES = """\
stat strength = {strength}, from 0, to {strength}, dies at 0
stat dexterity = {dexterity}
stat luck = {luck}
stat gold = {gold}

rule fight {{foes}}
    battle
    foe: dexterity, strength
    outcomes: won, lost = death
    while any foe of foes with foe.strength > 0
        for foe of foes with foe.strength > 0
            roll power = 2 * 1d6 + dexterity
            roll foe.power = 2 * 1d6 + foe.dexterity
            if power > foe.power
                lose 2 foe.strength
            if foe.power > power
                lose 2 strength
        checkpoint
    outcome won

rule test luck
    outcomes: done, lost = death
    roll dice = 2d6
    if dice > luck
        lose 2 strength
    lose 1 luck
    checkpoint
    outcome done
"""


def write_gbk(book: Book) -> str:
    out = ["book: Synthetic", "author: Nobody", ""]
    out += [GBK_RULES.format(**HERO)]
    out += [f"item {name}, single" for name in ITEMS]
    for p in book.paragraphs:
        out += ["", f"== {p.number} ==", p.text]
        if p.item is not None:
            out += [f"! take {ITEMS[p.item]}"]
        if p.gold:
            out += [f"! gain {p.gold} gold"]
        if p.heal:
            out += [f"! gain {p.heal} strength"]
        if p.luck:
            out += ["! test luck", f"    ? lost -> {book.death}"]
        if p.foe:
            name, dexterity, strength = p.foe
            out += ["", f"You fight a {name}."]
            out += [f"! fight {name}, dexterity {dexterity}, strength {strength}"]
            out += [f"    ? lost -> {book.death}"]
        out += [""] if p.choices else []
        out += [f"* {c.text}.{_gbk_guard(c.guard)} -> {c.target}" for c in p.choices]
        if p.ending:
            kind = "victory" if p.ending == "win" else "defeat"
            out += ["", f"THE END: {p.ending}", f"! end {kind}"]
    return "\n".join([*out, ""])


def _gbk_guard(guard: tuple[str, int] | None) -> str:
    match guard:
        case None:
            return ""
        case "item", number:
            return f" {{if has {ITEMS[number]}}}"
        case stat, least:
            return f" {{if {stat} >= {least}}}"


INK_RULES = """\
-> p1

=== fight(edex, estr) ===
~ temp h = 2 * RANDOM(1, 6) + dexterity
~ temp m = 2 * RANDOM(1, 6) + edex
{ h > m:
    ~ estr = estr - 2
}
{ m > h:
    ~ strength = strength - 2
}
{ estr > 0 && strength > 0:
    -> fight(edex, estr)
}
->->

=== function test_luck() ===
{ RANDOM(1, 6) + RANDOM(1, 6) > luck:
    ~ strength = strength - 2
}
~ luck = luck - 1
"""


def write_ink(book: Book) -> str:
    out = [f"VAR {name} = {value}" for name, value in HERO.items()]
    out += [f"VAR has_{name} = false" for name in ITEMS]
    out += [INK_RULES]
    for p in book.paragraphs:
        out += [f"=== p{p.number} ===", p.text]
        if p.item is not None:
            out += [f"~ has_{ITEMS[p.item]} = true"]
        if p.gold:
            out += [f"~ gold = gold + {p.gold}"]
        if p.heal:
            out += [f"~ strength = MIN({HERO['strength']}, strength + {p.heal})"]
        if p.luck:
            out += ["~ test_luck()"]
        if p.foe:
            name, dexterity, strength = p.foe
            out += [f"You fight a {name}.", f"-> fight({dexterity}, {strength}) ->"]
        if p.deadly:
            out += [f"{{ strength <= 0: -> p{book.death} }}"]
        out += [f"+ {_ink_guard(c.guard)}[{c.text}.] -> p{c.target}" for c in p.choices]
        if p.ending:
            out += [f"THE END: {p.ending}", "-> END"]
        out += [""]
    return "\n".join(out)


def _ink_guard(guard: tuple[str, int] | None) -> str:
    match guard:
        case None:
            return ""
        case "item", number:
            return f"{{has_{ITEMS[number]}}} "
        case stat, least:
            return f"{{{stat} >= {least}}} "


def write_json(book: Book) -> str:
    """The bare facts of the book: no prose, no texts of choices."""
    paragraphs = [
        {
            "n": p.number,
            "item": p.item,
            "gold": p.gold,
            "heal": p.heal,
            "luck": p.luck,
            "fight": p.foe,
            "ending": p.ending,
            "choices": [[c.target, c.guard] for c in p.choices],
        }
        for p in book.paragraphs
    ]
    head = {"n": book.n, "death": book.death, "win": book.win, "hero": HERO, "items": ITEMS}
    return json.dumps({**head, "pars": paragraphs})


WRITERS: dict[str, Callable[[Book], str]] = {
    "gbk": write_gbk,
    "ink": write_ink,
    "json": write_json,
}


def write(n: int, folder: Path, formats: tuple[str, ...], seed: int = SEED) -> list[Path]:
    """`folder/book.FORMAT` for each format."""
    book = Book(n, seed)
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name in formats:
        path = folder / f"book.{name}"
        path.write_text(WRITERS[name](book), encoding="utf-8", newline="\n")
        paths.append(path)
    return paths


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the synthetic book.")
    parser.add_argument("--n", type=int, required=True, help=f"paragraphs, {SHORTEST} or more")
    parser.add_argument("--out", type=Path, required=True, help="the folder to write into")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--formats", default=",".join(WRITERS), help=f"of {', '.join(WRITERS)}")
    args = parser.parse_args()
    formats = tuple(args.formats.split(","))
    if args.n < SHORTEST:
        parser.error(f"--n is at least {SHORTEST}")
    if unknown := [name for name in formats if name not in WRITERS]:
        parser.error(f"unknown format {unknown[0]}: there are {', '.join(WRITERS)}")
    for path in write(args.n, args.out, formats, args.seed):
        print(path, path.stat().st_size)


if __name__ == "__main__":
    main()
