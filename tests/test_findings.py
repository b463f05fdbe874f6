"""Each page of docs/findings is a test: its example raises the code, its repair does not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gbk.check import CHECKS
from gbk.messages import sentences, words
from gbk.model.diagnostic import SEVERITY
from gbk.pipeline import check, load_text

PAGES = Path(__file__).parents[1] / "docs" / "findings"
TEXTS = {page.stem: page.read_text("utf-8") for page in sorted(PAGES.glob("*.md"))}
LIVE = [code for code, text in TEXTS.items() if "\nNot checked yet.\n" not in text]


def block(code: str, kind: str) -> str:
    found = re.findall(rf"^```{kind}\n(.*?)^```$", TEXTS[code], re.MULTILINE | re.DOTALL)
    assert len(found) == 1, f"{code}.md has one block of {kind}"
    return str(found[0])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the examples find their pictures."""
    folder = tmp_path_factory.mktemp("book").resolve()
    (folder / "images").mkdir()
    (folder / "images" / "small.png").write_bytes(b"")
    (folder / "images" / "large.png").write_bytes(bytes(3 * 2**20))
    return folder


def codes(text: str, folder: Path) -> set[str]:
    loaded = load_text(text)
    loaded.folder = folder
    return {finding.code for finding in check(loaded)}


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert set(TEXTS) == set(SEVERITY)


def test_every_check_is_live() -> None:
    assert len(CHECKS) >= 8
    assert set(CHECKS) <= set(LIVE)


@pytest.mark.parametrize("code", LIVE)
def test_the_example_raises_its_code_alone(code: str, folder: Path) -> None:
    assert codes(block(code, "gbk"), folder) == {code}


@pytest.mark.parametrize("code", LIVE)
def test_the_repair_raises_nothing(code: str, folder: Path) -> None:
    assert codes(block(code, "gbk-fixed"), folder) == set()


@pytest.mark.parametrize("code", LIVE)
def test_the_comment_silences_it(code: str, folder: Path) -> None:
    text = block(code, "gbk").replace("book: The Ford\n", f"book: The Ford\n// allow {code}\n")
    assert codes(text, folder) == set()


@pytest.mark.parametrize("code", TEXTS)
def test_a_page_names_its_severity_and_shows_a_repair(code: str) -> None:
    assert TEXTS[code].startswith(f"# {code}\n\nSeverity: {SEVERITY[code]}\n")
    assert block(code, "gbk") != block(code, "gbk-fixed")


@pytest.mark.parametrize("code", LIVE)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_example_has_a_sentence(code: str, language: str) -> None:
    for finding in check(load_text(block(code, "gbk"))):
        assert finding.key in sentences(language)
        message, _ = words(finding, language)
        assert message and "{" not in message.replace("{take", "").replace("{if", "")
