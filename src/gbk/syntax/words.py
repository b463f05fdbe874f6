"""The words of the language, in English and in the book's own."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from gbk.kept import kept
from gbk.resources import resource


def folded(text: str) -> str:
    """A keyword's key: lower case, single blanks, е for ё."""
    return " ".join(text.casefold().replace("ё", "е").split())


@dataclass(frozen=True, slots=True)
class Words:
    """`forms[section][word]`: every form of a word, English first. `by_form[section]`: the word
    that a folded form stands for."""

    language: str
    forms: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    by_form: dict[str, dict[str, str]] = field(default_factory=dict)

    def word(self, section: str, text: str) -> str:
        """The word that a form stands for, or ""."""
        return self.by_form[section].get(folded(text), "")

    def begins(self, section: str, text: str) -> bool:
        """Whether a text begins with a form of at most three words."""
        said = text.split()
        return any(self.word(section, " ".join(said[:n])) for n in (1, 2, 3))

    def pattern(self, section: str, *words: str) -> str:
        """A regular expression for the forms of words, longest first."""
        forms = [form for word in words for form in self.forms[section][word]]
        forms += [form.replace("ё", "е") for form in forms if "ё" in form]
        forms.sort(key=len, reverse=True)
        return "|".join(form.replace(" ", "[ \\t\\n]+") for form in forms)


def languages() -> list[str]:
    """The languages that have a table of words."""
    return sorted(path.stem for path in (resource("grammar") / "words").glob("*.toml"))


@cache
def words(language: str) -> Words:
    """The tables of a language; a language that has none has the English ones."""
    names = ["en", language] if language != "en" else ["en"]
    paths = [resource("grammar") / "words" / f"{name}.toml" for name in names if name.isalnum()]
    texts = [path.read_text("utf-8") for path in paths if path.is_file()]
    return kept(f"{language}.words", "\0".join(texts), lambda _: _tables(language, texts))


def _tables(language: str, texts: list[str]) -> Words:
    import tomllib

    tables = [tomllib.loads(text) for text in texts]
    forms: dict[str, dict[str, tuple[str, ...]]] = {}
    by_form: dict[str, dict[str, str]] = {}
    for table in tables:
        for section, entries in table.items():
            for word, more in entries.items():
                old = forms.setdefault(section, {}).get(word, ())
                forms[section][word] = (*old, *more)
                for form in more:
                    by_form.setdefault(section, {}).setdefault(folded(form), word)
    return Words(language, forms, by_form)


@cache
def pattern(language: str, section: str, *wanted: str) -> str:
    """A group of a regular expression that fits the forms of words."""
    return f"(?:{words(language).pattern(section, *wanted)})"


def canonical_verbs(language: str) -> dict[str, str]:
    """Foreign first words of directives, folded, and the English ones that they stand for."""
    return dict(words(language).by_form.get("verb", {}))
