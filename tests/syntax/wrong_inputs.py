"""Wrong inputs that authors really write: (text, code, key, marked text). A text that begins
with a declaration of `HEADS` is put in the head; any other is a paragraph's."""

from __future__ import annotations

HEADS = (
    "stat ",
    "stta ",
    "item ",
    "kind ",
    "rule ",
    "rules: ",
    "locked: ",
    "values ",
    "words ",
    "cast ",
)


def book(wrong: str) -> str:
    """A book with a wrong input in it, in the head or in its first paragraph."""
    in_head = wrong.startswith(HEADS)
    head, body = (wrong, "-> hall") if in_head else ("", wrong)
    return (
        "book: B\n"
        + ("" if wrong.startswith("rules: ") else "rules: castle\n")
        + "stat gold = 10, from 0\nitem silver key\nitem key\nitem rope\n"
        + f"{head}\n== 1 ==\n{body}\n\n== hall ==\nThe end.\n! end victory\n"
    )


LOOKS = "looks-like-order"

WRONG: tuple[tuple[str, str, str, str], ...] = (
    # lines that would be printed
    ("!take key\n-> hall", LOOKS, "order-blank", "!take key"),
    ("?has key -> hall\n-> hall", LOOKS, "order-blank", "?has key -> hall"),
    ("*Go on -> hall\n-> hall", LOOKS, "choice-blank", "*Go on -> hall"),
    ("You go on. -> hall", LOOKS, "turn-in-prose", "-> hall"),
    ("=> hall\n-> hall", LOOKS, "arrow-wrong", "=> hall"),
    ("Go.\nitem lamp, weapon\n-> hall", LOOKS, "declaration-late", "item lamp, weapon"),
    ("!\n-> hall", LOOKS, "mark-alone", "!"),
    ("?\n-> hall", LOOKS, "mark-alone", "?"),
    ("*\n-> hall", LOOKS, "mark-alone", "*"),
    ("? has key\n    A.\nelse\n    B.\n-> hall", LOOKS, "else-unmarked", "else"),
    ("? has key\n    A.\nelse -> hall\n-> hall", LOOKS, "else-unmarked", "else -> hall"),
    # choices
    ("* Go on", "syntax", "choice-nowhere", "* Go on"),
    ("* Go => hall", "syntax", "arrow-wrong", "=>"),
    ("* Go —> hall", "syntax", "arrow-wrong", "—>"),
    ("* Go ->\n-> hall", "syntax", "target-missing", "->"),
    ("* Go -> hall {if has rope}", "syntax", "guard-late", "{if has rope}"),
    ("* Go {has rope} -> hall", "syntax", "guard-if", "{has rope}"),
    ("* Go {gold > 3} -> hall", "syntax", "guard-if", "{gold > 3}"),
    (
        "* Go {if has rope, pay 3 gold} -> hall",
        "syntax",
        "brace-two",
        "{if has rope, pay 3 gold}",
    ),
    ("* Go {} -> hall", "syntax", "brace-empty", "{}"),
    ("* Go -> hall\n    ! gain 1 gold", "syntax", "choice-block-dead", "* Go -> hall"),
    ("-> hall\n    ! gain 1 gold", "syntax", "turn-block", "! gain 1 gold"),
    ("-> nowhere", "unknown-target", "unknown-target", "nowhere"),
    # braces in prose
    ("You {if has rope} climb.\n-> hall", "syntax", "if-in-prose", "{if has rope}"),
    ("You have {gold crowns.\n-> hall", "syntax", "brace-open", "{"),
    ("{has key ? a | b | c}\n-> hall", "syntax", "either-three", "{has key ? a | b | c}"),
    ("A {silver key}.\n-> hall", "syntax", "item-shown", "silver key"),
    ("You have {goldd}.\n-> hall", "unknown-name", "unknown-name", "goldd"),
    ("{gold: crown}\n-> hall", "syntax", "plural-forms", "{gold: crown}"),
    # branches and expressions
    ("? has key\n-> hall", "syntax", "branch-empty", "? has key"),
    ("? elif has key\n    A.\n-> hall", "syntax", "else-if-form", "? elif has key"),
    ("? else\n    A.\n-> hall", "syntax", "else-alone", "? else"),
    (
        "? has key\n    A.\n? else has rope\n    B.\n-> hall",
        "syntax",
        "else-condition",
        "? else has rope",
    ),
    ("? gold == 3 -> hall\n-> hall", "syntax", "equals-twice", "=="),
    ("? has key && has rope -> hall\n-> hall", "syntax", "and-sign", "&&"),
    ("? has key || has rope -> hall\n-> hall", "syntax", "or-sign", "||"),
    ("? !has key -> hall\n-> hall", "syntax", "not-sign", "!"),
    ("? 1 < gold < 5 -> hall\n-> hall", "syntax", "compare-twice", "1 < gold < 5"),
    ("? has key => hall\n-> hall", "syntax", "arrow-wrong", "=>"),
    ("? (gold > 3 -> hall\n-> hall", "syntax", "bracket-open", "? (gold > 3 -> hall"),
    ("? gold > -> hall\n-> hall", "syntax", "expression-ends", ">"),
    ("? has key if gold -> hall\n-> hall", "syntax", "reserved-word", "if"),
    ("? key -> hall\n-> hall", "unknown-name", "item-alone", "key"),
    # rolls
    ("! roll 1d6\n    ? 1-2 -> hall\n    ? 3..6 -> hall", "syntax", "range-dash", "1-2"),
    ("! roll 1d6\n    ? 1–2 -> hall\n    ? 3..6 -> hall", "syntax", "range-dash", "1–2"),
    ("! roll 1d6\n? 1..2\n    A.\n-> hall", "syntax", "range-beside", "? 1..2"),
    (
        "! roll 1d6\n    ? 1..2 -> hall\n    ? 4..6 -> hall\n-> hall",
        "table-gap",
        "table-gap",
        "! roll 1d6",
    ),
    ("! roll d6\n-> hall", "syntax", "dice-count", "d6"),
    # directives
    (
        "! fight Troll, dexterity 8, strength 14\n    ? has rope\n        A.\n-> hall",
        "bad-directive",
        "no-outcome",
        "has rope",
    ),
    (
        "! fight Troll, dexterity 8, strength 14\n    You fight.\n-> hall",
        "syntax",
        "prose-below",
        "You fight.",
    ),
    (
        "! fight\n    - Troll, dexterity 8, strength 4\n        A.\n-> hall",
        "syntax",
        "below-entry",
        "A.",
    ),
    (
        "! fight Troll, dexterity 8, strength 3, strength 4\n-> hall",
        "bad-directive",
        "attribute-twice",
        "strength 4",
    ),
    ("! fihgt Troll, dexterity 8\n-> hall", "bad-directive", "no-such-directive", "fihgt Troll"),
    ("! gain gold 3\n-> hall", "syntax", "amount-first", "gold 3"),
    ("! gain gold\n-> hall", "syntax", "amount-missing", "gold"),
    ("! set gold 3\n-> hall", "bad-directive", "set-form", "gold 3"),
    ("! let x 3\n-> hall", "bad-directive", "let-form", "x 3"),
    ("! set gold to gold / 2\n-> hall", "syntax", "divide-sign", "/"),
    ("! set gold to 1.5\n-> hall", "syntax", "fraction", "1.5"),
    ("! set gold to 50%\n-> hall", "syntax", "fraction", "50%"),
    ("! gold += 2\n-> hall", "syntax", "assign-sign", "+="),
    ("! set gold to 99999999999\n-> hall", "syntax", "number-large", "99999999999"),
    # depths, headings, pictures
    ("  == x ==\n-> hall", "syntax", "heading-indented", "  == x =="),
    ("== ==\n-> hall", "syntax", "heading-form", "== =="),
    ("=== ===\nA.\n-> hall", "syntax", "step-form", "=== ==="),
    ("? has key\n        A.\n    B.\n-> hall", "syntax", "depth-between", "B."),
    ("? has key\n    === x ===\n-> hall", "syntax", "step-inside", "=== x ==="),
    ("![x]\n-> hall", "syntax", "picture-form", "![x]"),
    ("-> hall\n== 1 ==\n-> hall", "duplicate-paragraph", "duplicate-paragraph", "== 1 =="),
    # the head
    ("stat 3d = 1", "syntax", "name-form", "3d"),
    ("stta x = 1", "syntax", "head-unknown", "stta x = 1"),
    ("stat hp = 3, at 0 hall", "syntax", "clause-at", "at 0 hall"),
    ("stat hp = 3, low 0", "syntax", "clause-odd", "low 0"),
    ("item lamp\n    foo", "syntax", "item-below", "foo"),
    ("item lamp\n    carried gold", "syntax", "modifier-form", "carried gold"),
    ("values x", "syntax", "values-form", "values x"),
    ("words ru\n    abc", "syntax", "words-form", "abc"),
    ("cast c\n    abc: d", "syntax", "cast-below", "abc: d"),
    ("rules: castel", "bad-include", "no-such-rules", "castel"),
    # rules
    ("rule ping\n    say x", "syntax", "say-form", "say x"),
    ('rule ping\n    decide "x"', "syntax", "decide-empty", 'decide "x"'),
    ('rule ping\n    for x\n        say "a"', "syntax", "members-form", "x"),
    ("rule ping\n    draw x", "syntax", "draw-form", "draw x"),
    ("rule ping\n    > a", "syntax", "statement-mark", "> a"),
    ("rule ping\n    gold += 2", "syntax", "assign-sign", "+="),
    ("rule ping\n    3 = 4", "syntax", "assign-what", "3"),
    # orders of rules
    (
        "! fight Troll dexterity 8 strength 14\n-> hall",
        "bad-directive",
        "attributes-commas",
        "fight Troll dexterity 8 strength 14",
    ),
    (
        "! fight Troll, dexterity = 8, strength: 14\n-> hall",
        "bad-directive",
        "attributes-commas",
        "fight Troll, dexterity = 8, strength: 14",
    ),
    ("! fihgt Troll\n-> hall", "bad-directive", "no-such-directive", "fihgt Troll"),
    ("! lose 50% gold\n-> hall", "syntax", "fraction", "50%"),
    ("! pay 3 gold\n-> hall", "bad-directive", "pay-outside", "pay 3 gold"),
    (
        "* Add {secret 3 + 4} -> 9\n-> hall\n== 9 ==\n-> hall",
        "bad-directive",
        "secret-sum",
        "{secret 3 + 4}",
    ),
    (
        "rule go {a} fast\nrule go slow {b}\n== 0 ==\n! go slow fast\n-> hall",
        "bad-directive",
        "two-rules",
        "go slow fast",
    ),
    ("locked: perhaps", "syntax", "setting-value", "perhaps"),
    (
        "stat who = 1d3, secret\n== 0 ==\nIt is {who}.\n-> hall",
        "bad-directive",
        "secret-shown",
        "who",
    ),
)
