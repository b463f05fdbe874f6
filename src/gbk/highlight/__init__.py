"""Colours for `.gbk` text: one table of patterns, made into a lexer for Pygments and into the
TextMate grammar that editors read."""
