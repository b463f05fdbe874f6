# `make play` sets up and runs the sample book; `make test` sets up and passes the tests.

PYTHON ?= python3
BOOK = books/ferryman/ferryman.gbk

.PHONY: play test lint clean

.venv/play: pyproject.toml
	$(PYTHON) -m venv .venv
	.venv/bin/pip install -q .
	touch $@

.venv/test: pyproject.toml
	$(PYTHON) -m venv .venv
	.venv/bin/pip install -q -e '.[dev]'
	touch $@ .venv/play

play: .venv/play
	.venv/bin/gbk check $(BOOK)
	.venv/bin/gbk build $(BOOK) -o ferryman.html
	.venv/bin/gbk play $(BOOK) --seed 7 --script books/ferryman/victory.script
	@echo "Open ferryman.html in a browser, or play here: .venv/bin/gbk play $(BOOK)"

test: .venv/test
	.venv/bin/python -m pytest -q

lint: .venv/test
	.venv/bin/ruff check src tests benchmarks
	.venv/bin/mypy

clean:
	rm -rf .venv ferryman.html
