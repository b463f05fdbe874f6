"""Text to tree, and what can be said of text that is none."""

from gbk.syntax.mistakes import Mistake
from gbk.syntax.parse import language_of, parse_file, parse_head, parse_paragraph, split
from gbk.syntax.phrases import parse_expression
from gbk.syntax.prose import parse_pieces
from gbk.syntax.words import canonical_verbs, languages, pattern, words

__all__ = [
    "Mistake",
    "canonical_verbs",
    "language_of",
    "languages",
    "parse_expression",
    "parse_file",
    "parse_head",
    "parse_paragraph",
    "parse_pieces",
    "pattern",
    "split",
    "words",
]
