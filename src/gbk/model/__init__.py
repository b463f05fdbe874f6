"""The nouns of gbk: source, tree, program, diagnostic. Imports nothing else of ours."""
