"""What is coloured: contexts of patterns, by name.

The regular expressions are of the kind that Python and Oniguruma share, where `^` and `$` are
the ends of a line, and every character that a pattern takes is in one of its groups. The words
of the language come from `grammar/words/`, those of all languages at once.
"""

from __future__ import annotations

from dataclasses import dataclass

from gbk.syntax import languages, words


@dataclass(frozen=True, slots=True)
class Match:
    """`kinds`: what each group of the pattern is, from the first; "" leaves it plain."""

    pattern: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Region(Match):
    """From a pattern to another one, with the patterns of contexts between them."""

    end: str
    inside: tuple[str, ...]
    end_kind: str = ""


def forms(section: str, *but: str) -> set[str]:
    """The forms of a section's words in every language, е for ё too."""
    found = {
        form
        for language in languages()
        for word, more in words(language).forms.get(section, {}).items()
        if word not in but
        for form in more
    }
    return found | {form.replace("ё", "е") for form in found}


def one_of(found: set[str]) -> str:
    """A pattern for any of these words in either letter case, the longest first, where a word
    ends behind it."""
    ordered = sorted(found, key=lambda form: (-len(form), form))
    alternatives = "|".join(form.replace(" ", "[ \\t]+") for form in ordered)
    return rf"(?i:{alternatives})(?![\w'’-])"


ROOT = ("headings", "comments", "head", "marks", "statements")
BODY = ("comments", "lines", "marks", "inline")
ORDER = ("strings", "arrows", "braces", "words", "signs")
LOGIC = ("and", "or", "not")
FREE = r"(?<![\w'’-])"
BLANK_LINE = r"^(?=[ \t]*$)"


def contexts() -> dict[str, tuple[Match, ...]]:
    """All contexts; a file begins in those of `ROOT`."""
    verbs, reserved = one_of(forms("verb")), forms("reserved", *LOGIC)
    logic = forms("reserved") - reserved
    keywords = reserved | forms("expression") | forms("line", "back", "return")
    leads = forms("statement") | forms("clause") | reserved
    ways = forms("line") - forms("line", "back", "return")
    return {
        "headings": (
            Region(
                r"(^[ \t]*)(==)(?!=)([ \t]*)(.*?)([ \t]*)(==+)([^#\n]*)((?:#[\w-]+[ \t]*)*)",
                ("", "mark", "", "paragraph", "", "mark", "title", "tag"),
                r"^(?=[ \t]*==(?!=))",
                BODY,
            ),
        ),
        "comments": (Match(r"(^[ \t]*)(//.*)", ("", "comment")),),
        "head": (
            Match(
                rf"(^{one_of(forms('setting'))})([ \t]*)(:)(.*)",
                ("setting", "", "sign", "value"),
            ),
            Region(
                rf"(^{one_of(forms('declaration'))})", ("declaration",), "$", ("clauses", *ORDER)
            ),
        ),
        "marks": (
            Region(r"(^[ \t]*)(\*)(?=[ \t])", ("", "mark"), "$", ("arrows", "inline")),
            Region(r"(^[ \t]*)(->)", ("", "sign"), "$", ("targets",)),
            Region(
                rf"(^[ \t]*)(!)([ \t]+)({verbs}|[^\W\d][\w'’-]*)",
                ("", "mark", "", "verb"),
                "$",
                ORDER,
            ),
            Region(r"(^[ \t]*)(\?)(?=[ \t])", ("", "mark"), "$", ORDER),
        ),
        "statements": (
            Region(rf"(^[ \t]+)({verbs})", ("", "verb"), "$", ORDER),
            Region(rf"(^[ \t]+)({one_of(leads)})", ("", "keyword"), "$", ORDER),
            Region(r"(^[ \t]+)(?=\S)", ("",), "$", ORDER),
        ),
        "lines": (
            Match(
                r"(^[ \t]*)(===)([ \t]*)(.*?)([ \t]*)(===)",
                ("", "mark", "", "paragraph", "", "mark"),
            ),
            Match(r"(^[ \t]*)(\*{3,}|-{3,}|—{3,})(?=[ \t]*$)", ("", "ornament")),
            Match(
                r"(^[ \t]*)(!\[)([^\]\n]*)(\]\()([^)\n]*)(\))",
                ("", "mark", "string", "mark", "value", "mark"),
            ),
            Match(r"(^[ \t]*)(>)(?=[ \t]|$)", ("", "mark")),
            Match(r"(^[ \t]*)(-)(?=[ \t])", ("", "mark")),
            Match(r"(^[ \t]*)(\\)", ("", "escape")),
        ),
        "inline": (
            Match(r"(\\[{}\[\]*|\\\-?!=/>\"'_#])", ("escape",)),
            *_braces(),
            Region(
                r"(\[)(?=[^\]\n]*->)", ("brace",), rf"\]|{BLANK_LINE}", ("links", "inline"), "brace"
            ),
            Match(r"(\*\*(?![\s*]).+?(?<![\s\\])\*\*)", ("strong",)),
            Match(r"(\*(?![\s*])[^*\n]*(?<![\s\\])\*)(?!\*)", ("emphasis",)),
        ),
        "braces": _braces(),
        "brace": (
            Region(r"([?|:])", ("brace",), rf"(?=[|}}])|{BLANK_LINE}", ("inline",)),
            Match(rf"(?<=\{{)([ \t]*)({verbs})", ("", "verb")),
        ),
        "arrows": (Region(r"(->)", ("sign",), "$", ("targets",)),),
        "targets": (
            Match(rf"({one_of(ways)})(?=[ \t]*$)", ("keyword",)),
            Match(r"([^\s{][^{\n]*)", ("paragraph",)),
        ),
        "links": (Match(r"(->)([ \t]*)([^\]\n]*)", ("sign", "", "paragraph")),),
        "strings": (Match(r"(\"[^\"\n]*\"|“[^”\n]*”|«[^»\n]*»)", ("string",)),),
        "clauses": (Match(rf"({FREE}{one_of(forms('clause'))})", ("keyword",)),),
        "words": (
            Match(rf"({FREE}{one_of(keywords)})", ("keyword",)),
            Match(rf"({FREE}{one_of(logic)})", ("logic",)),
        ),
        "signs": (
            Match(rf"({FREE}\d*[dкDК]\d+)(?!\w)", ("dice",)),
            Match(rf"({FREE}\d+)(?!\w)", ("number",)),
            Match(r"(->|\.\.|!=|<=|>=|[-=<>≠≤≥+*−])", ("sign",)),
        ),
    }


def _braces() -> tuple[Region]:
    """A brace is closed, or the printed paragraph ends."""
    end = rf"\}}|{BLANK_LINE}|^(?=[ \t]*==)"
    return (Region(r"(\{)", ("brace",), end, ("brace", *ORDER), "brace"),)
