"""Tree to book: names, directives against rule patterns, includes."""
