"""The page played: by clicks, by keys, over reloads and back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.html.conftest import Open

BOOK = """\
book: The Probe
author: A. Writer
stat gold = 5, from 0
item bread
    use
        drop bread
        gain 2 gold

== 1 == The gate
You have {gold} gold. *Lean* and **strong**. Behind you is [an *open* door -> 2].
! take bread
* Pay the guard {pay 2 gold} -> 3
* Look round
    You look round.
    ! roll 1d6
        ? 1..6
            It rattles.
* A riddle -> riddle

== 2 ==
A hall.
-> 3

== 3 ==
It is dark.
! choose number from 1 to 3, "How many?"
You said {it}.
! end victory "Home."

== riddle ==
! ask "Speak, friend?"
    ? "mellon" -> 3
    ? else
        Wrong.
        -> 1
"""


def fact(page: Page, name: str) -> str | None:
    return page.evaluate(f"document.documentElement.dataset.{name} ?? null")


def options(page: Page) -> list[str]:
    """The accessible names of what stands to be chosen, in order."""
    found = page.locator("main button, main a[href]").all()
    return [one.aria_snapshot().split('"')[1] for one in found]


def take(page: Page, name: str) -> None:
    page.locator("main").get_by_role("button", name=name, exact=True).click()


def test_a_play_by_clicks(show: Open) -> None:
    page = show(BOOK)
    assert fact(page, "paragraph") == "1"
    assert page.title() == "The Probe"
    assert "You have 5 gold. Lean and strong." in page.inner_text("main")
    assert page.inner_text("main em") == "Lean"
    assert page.inner_text("main strong") == "strong"
    take(page, "Pay the guard")
    assert fact(page, "paragraph") == "3"
    assert "Gold −2 · 3" in page.inner_text("main")
    page.get_by_label("A number from").fill("2")
    take(page, "Answer")
    assert "You said 2." in page.inner_text("main")
    assert fact(page, "ended") == "victory"
    assert "Victory" in page.inner_text("main") and "Home." in page.inner_text("main")
    assert "You have read 2 paragraphs of 4." in page.inner_text("main")
    page.get_by_role("button", name="Start again").click()
    assert fact(page, "paragraph") == "1" and fact(page, "ended") is None


def test_options_are_named_by_their_text(show: Open) -> None:
    page = show(BOOK)
    assert options(page) == ["an open door", "Pay the guard", "Look round", "A riddle"]
    assert page.locator("#answers").get_by_text("an open door").count() == 0
    take(page, "an open door")
    assert fact(page, "paragraph") == "2"
    assert options(page) == ["Turn to 3"]


def test_what_is_opened_in_a_paragraph_stays_on_its_page(show: Open) -> None:
    page = show(BOOK)
    take(page, "Look round")
    text = page.inner_text("main")
    assert text.index("Lean") < text.index("You look round.") < text.index("It rattles.")
    assert page.locator(".roll svg circle").count() in range(1, 7)
    assert "Look round" in options(page)  # it comes back to the open choices, the link with them
    assert "an open door" in options(page)


def test_a_play_by_keys_alone(show: Open) -> None:
    page = show(BOOK)
    page.keyboard.press("4")  # the link in the sentence is the first
    assert fact(page, "paragraph") == "riddle"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "field"
    page.keyboard.type("  MELLON ")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "Turn to 3"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.tagName") == "H2"
    for _ in range(2):
        page.keyboard.press("Tab")
        page.keyboard.type("9")
        page.keyboard.press("Enter")  # out of bounds: asked again
        assert page.get_attribute("#field", "aria-invalid") == "true"
        page.fill("#field", "")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    assert fact(page, "ended") == "victory"
    page.keyboard.press("u")
    assert fact(page, "ended") is None
    page.keyboard.press("?")
    assert page.get_by_role("dialog").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_a_link_in_a_sentence_is_pressed_as_a_button(show: Open) -> None:
    page = show(BOOK)
    page.locator("main a").focus()
    page.keyboard.press("Space")
    assert fact(page, "paragraph") == "2"
    assert "#seed=1" in page.url


def test_a_wrong_answer_goes_on(show: Open) -> None:
    page = show(BOOK)
    take(page, "A riddle")
    page.fill("#field", "enemy")
    take(page, "Answer")
    assert "Wrong." in page.inner_text("main")


def test_a_map_of_what_was_seen(show: Open) -> None:
    page = show(BOOK)
    take(page, "an open door")
    page.get_by_role("button", name="Undo").click()
    take(page, "Pay the guard")
    page.keyboard.press("m")
    chart = page.get_by_role("dialog", name="Map")
    assert "You have read 2 paragraphs of 4." in chart.inner_text()
    assert "In all your readings: 3 paragraphs and 0 endings of 1." in chart.inner_text()
    below = chart.locator("li", has_text="The gate").locator("li bdi").all_inner_texts()
    assert below == ["2", "3"]
    assert chart.locator("[aria-current]").inner_text() == "3"
    page.keyboard.press("Escape")
    page.get_by_label("A number from").fill("2")
    take(page, "Answer")
    page.reload()
    page.keyboard.press("m")
    assert chart.locator("li", has_text="Victory").last.inner_text() == "3 Victory"
    assert "and 1 ending of 1." in chart.inner_text()


FIGHT = """\
rules: castle
stat rage = 3

== 1 ==
! fight
    - Crow, dexterity 1, strength {strength}
    - Rook, dexterity 1, strength {strength}
    * Run {{if round >= {round}}} -> 2
    ? won -> 2

== 2 ==
! end
"""


def test_a_fight_goes_to_the_end_by_one_button(show: Open) -> None:
    page = show(FIGHT.format(strength=4, round=99))
    end = page.get_by_role("button", name="To the end")
    take(page, "Crow")
    if fact(page, "paragraph") == "1" and "go on" in options(page):
        take(page, "go on")
    for _ in range(20):
        if fact(page, "ended"):
            break
        if end.is_visible():
            end.click()
        else:
            page.locator("#answers button").first.click()
    assert fact(page, "ended")
    assert end.is_hidden()
    page.get_by_role("button", name="Undo").click()
    assert fact(page, "ended") is None  # one answer back, not the whole fight


def test_a_fight_stops_where_something_new_is_offered(show: Open) -> None:
    book = FIGHT.format(strength=40, round=3).replace("    - Rook, dexterity 1, strength 40\n", "")
    page = show(book.replace("    * Run", "    * Shout {if round >= 1} -> 2\n    * Run"))
    assert options(page) == ["go on", "Shout"]
    page.keyboard.press("e")
    assert options(page) == ["go on", "Shout", "Run"]


def test_long_fights_are_told_throw_by_throw(show: Open) -> None:
    page = show(
        FIGHT.format(strength=6, round=1)
        .replace("    * Run {if round >= 1} -> 2\n", "")
        .replace("    - Rook, dexterity 1, strength 6\n", "")
    )
    waits = page.locator(".rolls").evaluate_all(
        "all => all.map((e) => +e.style.getPropertyValue('--throws'))"
    )
    assert len(waits) >= 3 and waits == sorted(waits) and waits[0] == 0 < waits[-1]


@pytest.mark.parametrize("seed", [1, None])
def test_a_reload_applies_nothing_twice(show: Open, seed: int | None) -> None:
    page = show(BOOK, seed=seed)
    take(page, "Look round")
    take(page, "Look round")
    page.get_by_role("button", name="Use: bread").click()
    before = [page.inner_text("main"), page.inner_text("#hero"), options(page)]
    assert "7" in before[1]
    for _ in range(2):
        page.reload()
        assert [page.inner_text("main"), page.inner_text("#hero"), options(page)] == before
    page.get_by_role("button", name="Undo").click()
    assert "bread" in page.inner_text("#hero").lower()


def test_undo_goes_back_to_the_start_even_after_a_reload(show: Open) -> None:
    page = show(BOOK)
    seen = [(page.inner_text("main"), page.inner_text("#hero"))]
    for name in ("Look round", "Look round", "Pay the guard"):
        take(page, name)
        seen.append((page.inner_text("main"), page.inner_text("#hero")))
    page.reload()
    for text in reversed(seen[:-1]):
        page.get_by_role("button", name="Undo").click()
        assert (page.inner_text("main"), page.inner_text("#hero")) == text
    assert page.get_by_role("button", name="Undo").is_disabled()
    take(page, "Look round")
    assert page.inner_text("main") == seen[1][0]  # the dice fall as they fell


def test_undo_as_the_author_set(show: Open) -> None:
    page = show(BOOK.replace("author:", "undo: no\nauthor:"))
    take(page, "Look round")
    text = page.inner_text("main")
    assert page.locator("#undo").is_hidden()
    page.keyboard.press("u")
    assert page.inner_text("main") == text


def test_a_seed_fixes_the_dice(show: Open) -> None:
    book = "== 1 ==\n" + "! roll 1d1000\n    ? 1..1000\n        So.\n" * 5 + "! end\n"
    pages = [show(book, seed=seed) for seed in (5, 5, 6)]
    dice = [page.locator(".die").all_inner_texts() for page in pages]
    assert dice[0] == dice[1] != dice[2]
    assert len(dice[0]) == 5


def test_the_russian_page(show: Open) -> None:
    page = show(
        "книга: Проба\nязык: ru\nчисло сила = 3\n\n== 1 ==\nЛес.\n* Идти -> 2\n\n== 2 ==\n"
        "! получить 1 сила\n! конец победа\n"
    )
    assert page.get_attribute("html", "lang") == "ru"
    take(page, "Идти")
    text = page.inner_text("main")
    assert "Победа" in text and "Сила +1 · 4" in text
    assert page.locator("#anew").inner_text() == "Начать заново"


def test_closed_choices_are_shown_and_can_not_be_taken(show: Open) -> None:
    page = show(
        "locked: show\nitem lamp\n== 1 ==\n* Light the *lamp* {if has lamp} -> 2\n* Grope on -> 2\n"
        "== 2 ==\n! take lamp\n! end\n"
    )
    assert [one.split("\n")[-1] for one in page.locator("#answers li").all_inner_texts()] == [
        "Light the lamp",
        "Grope on",
    ]
    assert options(page) == ["Grope on"]
    assert page.locator("#answers .closed em").inner_text() == "lamp"
    page.keyboard.press("1")
    assert fact(page, "ended") == "end"


def test_signs_of_a_row_stand_on_the_sheet(show: Open) -> None:
    page = show(
        'stat lock[1..2] = 0, signs "☐ ☒"\nstat bell[1..2] = 0, signs "low high"\n'
        "stat year[1..2] = 1\n== a ==\n! set lock[2] to 1\n! set bell[1] to 1\n* On -> a\n"
    )
    page.locator("#sheet").evaluate("(sheet) => { sheet.open = true; }")
    rows = [" ".join(row.split()) for row in page.locator("#hero dd").all_inner_texts()]
    assert rows == ["1 open 2 × crossed", "1 high 2 low", "1 1 2 1"]
    assert "lock 2 · ☒" in page.inner_text("main").lower()
