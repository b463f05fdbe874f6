# `make play` sets up and runs the sample book; `make test` sets up and passes the tests.

PYTHON ?= python3
BOOK = books/ferryman/ferryman.gbk
SCRIPT = books/ferryman/victory.script
SEED = $(shell sed -n 's,^// seed ,,p' $(SCRIPT))

.PHONY: play test lint clean

.venv/play: pyproject.toml
	$(PYTHON) -m venv .venv
	.venv/bin/pip install -q -e .
	touch $@

.venv/test: pyproject.toml
	$(PYTHON) -m venv .venv
	.venv/bin/pip install -q -e '.[dev]'
	touch $@ .venv/play

play: .venv/play
	.venv/bin/gbk check $(BOOK)
	.venv/bin/gbk build $(BOOK) -o ferryman.html
	.venv/bin/gbk play $(BOOK) --seed $(SEED) --script $(SCRIPT)
	@echo
	@echo "That was the book by a script. Your turn:"
	@echo "  .venv/bin/gbk play $(BOOK)      in this terminal"
	@echo "  ferryman.html                                 in a browser, by double click"

test: .venv/test
	.venv/bin/python -m pytest -q

lint: .venv/test
	.venv/bin/ruff check src tests benchmarks
	.venv/bin/ruff format --check src tests benchmarks
	.venv/bin/mypy

clean:
	rm -rf .venv ferryman.html
