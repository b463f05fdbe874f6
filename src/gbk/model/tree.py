"""What the author wrote: one frozen class for each construct of the grammar.

A tree holds no bound names: a `Name` is the words as written. Spans count from the
start of the unit (`Head.offset` or `Paragraph.offset` in `source.text`).
Directives stay text slices until `bind` cuts them by rule patterns.
"""

from __future__ import annotations

from typing import Literal

from gbk.model.node import node
from gbk.model.source import Source, Span

# ---------------------------------------------------------------- expressions


@node
class Number:
    value: int
    span: Span


@node
class Quote:
    """A quoted text; in an expression, a name that needed quotes."""

    text: str
    span: Span


@node
class Name:
    """A run of words as written: `silver key`, `troll's axe`, `412`, `here`."""

    text: str
    span: Span


@node
class It:
    span: Span


@node
class Nothing:
    """The word `none`."""

    span: Span


@node
class Truth:
    """The words `yes` (1) and `no` (0)."""

    value: int
    span: Span


@node
class Dice:
    """`2d6`, `(hull)d6`."""

    count: Expr
    sides: Expr
    span: Span


@node
class Spread:
    """`0..9`: as a value any number of the range alike; as a set its members."""

    low: Expr
    high: Expr
    span: Span


@node
class Unary:
    op: Literal["-", "not"]
    value: Expr
    span: Span


@node
class Binary:
    op: Literal["+", "-", "*", "=", "!=", "<", "<=", ">", ">=", "and", "or"]
    left: Expr
    right: Expr
    span: Span


@node
class Given:
    """`x is given` (and, negated, `x is none`)."""

    value: Expr
    given: bool
    span: Span


@node
class Call:
    """`min(…)`, `max(…)`; `round up (a / b)` and `round down (a / b)` have args (a, b)."""

    function: Literal["min", "max", "round up", "round down"]
    args: tuple[Expr, ...]
    span: Span


@node
class Field:
    """`foe.strength`, `"Old troll".strength`."""

    owner: Name | Quote | Index
    attribute: str
    span: Span


@node
class Index:
    """`luck[3]`, `loss[row, column]`, `defender.bag[t]`."""

    row: Name | Field
    at: tuple[Expr, ...]
    span: Span


@node
class Fact:
    """A fact of the game. `kind` is canonical English; `amount` is N in `has N x`.

    has, count, wields, marked, visited, visits (subject a Name);
    "has any" (subject the kind's name); start (subject the stat, Name or Index).
    `first visit` is Fact("first visit", None, None). `words`: as it was written, where it may
    be a name of the same words.
    """

    kind: Literal[
        "has", "count", "wields", "marked", "visited", "visits", "has any", "start", "first visit"
    ]
    subject: Name | Index | Quote | None
    amount: Expr | None
    span: Span
    words: str = ""


@node
class AtLeast:
    """`at least 2 of (has a, has b)`."""

    count: Expr
    facts: tuple[Expr, ...]
    span: Span


@node
class Over:
    """`any foe of foes with COND`, `every …`, `count …`, `sum EXPR for x of SET with COND`."""

    kind: Literal["any", "every", "count", "sum"]
    variable: str
    members: Expr
    condition: Expr | None
    value: Expr | None
    span: Span


Expr = (
    Number
    | Quote
    | Name
    | It
    | Nothing
    | Truth
    | Dice
    | Spread
    | Unary
    | Binary
    | Given
    | Call
    | Field
    | Index
    | Fact
    | AtLeast
    | Over
)

# ---------------------------------------------------------------- phrases


@node
class Slice:
    """A piece of source text kept as written, trimmed of outer blanks."""

    text: str
    span: Span


@node
class Order:
    """An order to the game as written: `fight River troll, dexterity 8`.

    `head` is the text up to the first comma at the top level, `parts` what stands
    between the further ones. Brackets and quotes protect commas.
    """

    head: Slice
    parts: tuple[Slice, ...]
    span: Span


@node
class Target:
    """What stands behind an arrow: a paragraph's or step's name, or back, return."""

    kind: Literal["name", "back", "return"]
    text: str
    span: Span


# ---------------------------------------------------------------- prose


@node
class Plain:
    """Text with escapes resolved; line ends of a printed paragraph are blanks in it."""

    text: str
    span: Span


@node
class Emphasis:
    strong: bool
    pieces: tuple[Piece, ...]
    span: Span


@node
class Brace:
    """`{EXPR}`, `{EXPR, 2 digits}`, `{DIRECTIVE}`: bind tells which, so it stays an order."""

    order: Order
    span: Span


@node
class Either:
    """`{COND ? this | that}`."""

    condition: Expr
    yes: tuple[Piece, ...]
    no: tuple[Piece, ...]
    span: Span


@node
class Plural:
    """`{gold: crown | crowns}`."""

    value: Expr
    forms: tuple[tuple[Piece, ...], ...]
    span: Span


@node
class Vary:
    """`{random: a | b}`, `{cycle: a | b | c}`."""

    kind: Literal["random", "cycle"]
    forms: tuple[tuple[Piece, ...], ...]
    span: Span


@node
class Note:
    """`{note: a footnote}`."""

    pieces: tuple[Piece, ...]
    span: Span


@node
class Link:
    """`[text {guards} -> target]`: a choice written in the sentence."""

    pieces: tuple[Piece, ...]
    terms: tuple[Term, ...]
    target: Target
    span: Span


Piece = Plain | Emphasis | Brace | Either | Plural | Vary | Note | Link


@node
class Guard:
    """`{if COND}`."""

    condition: Expr
    span: Span


@node
class Mark:
    """`{once}`, `{otherwise}`, `{secret}`, `{secret 26 + 1}`."""

    kind: Literal["once", "otherwise", "secret"]
    value: Expr | None
    span: Span


Term = Guard | Mark | Brace
"""What stands in braces on a choice. A `Brace` there is a `pay` or an effect."""

# ---------------------------------------------------------------- lines and blocks


@node
class Prose:
    """One printed paragraph. A `quote` (`>`) keeps its line ends as "\\n" in Plain text.
    An `ornament` has no pieces."""

    kind: Literal["plain", "dialogue", "quote", "ornament"]
    pieces: tuple[Piece, ...]
    span: Span


@node
class Picture:
    """`![what it shows](path)`."""

    shows: str
    path: str
    span: Span


@node
class Turn:
    target: Target
    span: Span


@node
class Choice:
    """`* TEXT {terms} -> TARGET`, or with a block and no target.

    In rule bodies also a `decide`'s option. `span` is the line.
    """

    pieces: tuple[Piece, ...]
    terms: tuple[Term, ...]
    target: Target | None
    block: tuple[Item, ...]
    span: Span


@node
class Arm:
    """One `?` line of a branch group: `kind` "if", "else if" or "else" (no condition).
    `block` holds its `-> TARGET`, if it has one, as a Turn."""

    kind: Literal["if", "else if", "else"]
    condition: Expr | None
    block: tuple[Item, ...]
    span: Span


@node
class Branch:
    """A group of `?` lines of one depth."""

    arms: tuple[Arm, ...]
    span: Span


@node
class Case:
    """A `?` line under a directive: outcomes, ranges, answers, parity or `else`.

    `labels` holds names and quoted answers as written (Slice), `ranges` pairs of
    expressions (None: open end) for range cases, e.g. `1, 3..5` is ((1,1),(3,5)).
    For `? won, fled` labels are set and ranges empty; for `? 3` both are: bind tells
    by the directive. `kind`: "labels", "answers" (quoted), "even", "odd", "else".
    """

    kind: Literal["labels", "answers", "even", "odd", "else"]
    labels: tuple[Slice, ...]
    ranges: tuple[tuple[Expr | None, Expr | None], ...]
    block: tuple[Item, ...]
    span: Span


@node
class When:
    """`? when COND` under a directive."""

    condition: Expr
    block: tuple[Item, ...]
    span: Span


@node
class Entry:
    """`- …` under a directive: a foe, a ware. `terms` are its `{if …}` and `{once}`."""

    order: Order
    terms: tuple[Term, ...]
    span: Span


@node
class Directive:
    """`! …` with what is indented below it, in the order written."""

    order: Order
    entries: tuple[Entry, ...]
    cases: tuple[Case, ...]
    whens: tuple[When, ...]
    choices: tuple[Choice, ...]
    span: Span


@node
class Broken:
    """A line that could not be read; its finding has been said. Keeps its block."""

    block: tuple[Item, ...]
    span: Span


# ---------------------------------------------------------------- statements of rules


@node
class Let:
    """`let x = EXPR`; `let need[1..3] = EXPR` has a `row`."""

    name: str
    row: Expr | None
    value: Expr
    span: Span


@node
class Assign:
    """`x = EXPR`, `luck[die] = 1`, `foe.parries = 0`."""

    to: Name | Index | Field
    value: Expr
    span: Span


@node
class Roll:
    """`roll NAME = EXPR`; the target may be a Field, an Index over a range
    (`roll die[1..3] = 1d20`: at holds one Spread)."""

    to: Name | Index | Field
    value: Expr
    span: Span


@node
class If:
    """A chain: (condition or None for else, block)…"""

    arms: tuple[tuple[Expr | None, tuple[Item, ...]], ...]
    span: Span


@node
class While:
    condition: Expr
    block: tuple[Item, ...]
    span: Span


@node
class Repeat:
    count: Expr
    block: tuple[Item, ...]
    span: Span


@node
class For:
    variable: str
    members: Expr
    condition: Expr | None
    block: tuple[Item, ...]
    span: Span


@node
class Choose:
    """`choose [LOW..HIGH] x of SET with COND, "question"`. low, high None: one member.
    `choose up to N of (…)` and `choose N of (…)` are directives, not this."""

    variable: str
    low: Expr | None
    high: Expr | None
    members: Expr
    condition: Expr | None
    question: Quote | None
    span: Span


@node
class Decide:
    """`decide "question"` (or `decide for p "question"`) with options."""

    question: Quote | None
    reader: Name | None
    options: tuple[Choice, ...]
    span: Span


@node
class Say:
    pieces: tuple[Piece, ...]
    span: Span


@node
class Checkpoint:
    before: bool
    span: Span


@node
class Outcome:
    name: str
    span: Span


@node
class Do:
    """`do RULE …`: the order of a directive, with `? outcome` cases below. A set handed
    on stands in the order's text: `do fight foe of foes with foe.strength > 0`."""

    order: Order
    cases: tuple[Case, ...]
    span: Span


@node
class Draw:
    variable: Name | Field
    row: Expr
    span: Span


Statement = (
    Let
    | Assign
    | Roll
    | If
    | While
    | Repeat
    | For
    | Choose
    | Decide
    | Say
    | Checkpoint
    | Outcome
    | Do
    | Draw
)
Item = Prose | Picture | Turn | Choice | Branch | Directive | Broken | Statement
"""In a rule body a directive of section 6 without `!` is a Directive as well."""

# ---------------------------------------------------------------- declarations


@node
class Declared:
    """A declared name with its other forms: `torch (torches)`; `ru` holds the name and
    forms of `ru "сила (силы, силу)"`: (("ru", ("сила", "силы", "силу")), …)."""

    name: str
    forms: tuple[str, ...]
    foreign: tuple[tuple[str, tuple[str, ...]], ...]
    span: Span


@node
class Stat:
    """`at`: pairs (number, target); `to_start`: `to start`; `grades`: `average of (…)`;
    `row` is the index of `luck[1..6]` (a Spread) or of `own[thing]` (a Name); `signs` stand on
    the sheet for its values from 0 on."""

    name: Declared
    row: Expr | None
    value: Expr | None
    grades: tuple[str, ...]
    low: Expr | None
    high: Expr | None
    to_start: bool
    dies_at: Expr | None
    at: tuple[tuple[Expr, Target], ...]
    label: str
    hidden: bool
    secret: bool
    span: Span
    signs: tuple[str, ...] = ()


@node
class Kind:
    """`kind weapon, limit 2`; `size_limit`: `limit size to 12`."""

    name: Declared
    limit: Expr | None
    size_limit: Expr | None
    span: Span


@node
class Modifier:
    """`carried dexterity - 1`, `wielded attack + 1`, `carried armour at least 3`."""

    when: Literal["carried", "wielded"]
    stat: Name
    op: Literal["+", "-", "at least"]
    amount: Expr
    span: Span


@node
class Thing:
    """`item …`. `attributes` are the comma parts behind the name as written (its kind,
    `single`, `size 2`): bind sorts them. `use` is None when there is no use block."""

    name: Declared
    attributes: tuple[Slice, ...]
    use: tuple[Item, ...] | None
    modifiers: tuple[Modifier, ...]
    span: Span


@node
class Codeword:
    name: Declared
    hidden: bool
    span: Span


@node
class Foe:
    """`foe NAME, attributes`; `lasting` is left among the attributes."""

    name: Declared
    attributes: tuple[Slice, ...]
    span: Span


@node
class RuleDef:
    """`rule PATTERN` with its declarations and body.

    `pattern` as written (`fight {foes}`). `records`: (word, ((attribute, default or
    None), …)) for `foe:`, `ally:` …; `with_` likewise without word; `outcomes`: (name,
    default name or None). `also`: (language, pattern). `print_`: the paper wording.
    `offset` and `source`: rules may stand in another file than the head they extend.
    """

    pattern: str
    battle: bool
    also: tuple[tuple[str, str], ...]
    records: tuple[tuple[str, tuple[tuple[str, Expr | None], ...]], ...]
    with_: tuple[tuple[str, Expr | None], ...]
    outcomes: tuple[tuple[str, str | None], ...]
    print_: str
    body: tuple[Item, ...]
    span: Span


@node
class Table:
    """`table loss`: columns, then rows (heading, numbers…). Headings are expressions or
    names as written."""

    name: Declared
    columns: tuple[Slice, ...]
    rows: tuple[tuple[Slice, tuple[int, ...]], ...]
    span: Span


@node
class Formula:
    """`formula alive of foe = EXPR`: parameter "foe"; `formula load = …` has none."""

    name: Declared
    parameters: tuple[str, ...]
    value: Expr
    span: Span


@node
class Values:
    name: Declared
    members: tuple[Declared, ...]
    span: Span


@node
class Cast:
    """`cast passengers` with `each:` attributes (name, row index or None, default)."""

    name: Declared
    each: tuple[tuple[str, Expr | None, Expr | None], ...]
    entries: tuple[Entry, ...]
    span: Span


@node
class Words:
    """`words ru` in a rules file: pairs (English as written, foreign forms): other forms
    of a rule's names, questions and sentences in another language."""

    language: str
    entries: tuple[tuple[str, tuple[str, ...]], ...]
    span: Span


Declaration = (
    Stat | Kind | Thing | Codeword | Foe | RuleDef | Table | Formula | Values | Cast | Words
)


@node
class Setting:
    """`key: value`; `key` is canonical English (`book`, `rules`), `value` as written."""

    key: str
    value: Slice
    span: Span


@node
class Head:
    source: Source
    offset: int
    settings: tuple[Setting, ...]
    declarations: tuple[Declaration, ...]
    allowed: frozenset[str]


@node
class Step:
    """`=== NAME ===` inside a paragraph."""

    name: str
    body: tuple[Item, ...]
    span: Span


@node
class Paragraph:
    """`span` is the heading line; `text` the unit's source text (heading included);
    `todos` are the spans of `// todo` comments (and of the heading tagged #todo)."""

    source: Source
    offset: int
    name: str
    title: str
    tags: tuple[str, ...]
    body: tuple[Item, ...]
    steps: tuple[Step, ...]
    allowed: frozenset[str]
    todos: tuple[Span, ...]
    span: Span
    text: str


@node
class File:
    """One parsed file."""

    source: Source
    head: Head
    paragraphs: tuple[Paragraph, ...]
