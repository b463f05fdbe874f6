"""The built page in a browser, against a bare page of the same prose.

    python benchmarks/page.py --work FOLDER        # 400 and 4,000 paragraphs, Debian's chromium

The bare page is the least that can show the book: its paragraphs as plain JSON, and a script of
a few lines that shows one and turns to another, with no rules, no dice and no saves. The pages
take turns, so that a ratio is of one moment.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from gbk.export.html import json_text
from gbk.pipeline import build

LENGTHS = (400, 4000)
CLICKS = 60

BARE = """<!doctype html><meta charset="utf-8"><title>Bare</title>
<script type="application/json" id="book">{book}</script>
<main><div id="story"></div><div id="answers"></div></main>
<script>
const book = JSON.parse(document.getElementById("book").textContent);
function show(n) {{
  const p = document.createElement("p"), b = document.createElement("button");
  p.textContent = book[n];
  b.textContent = "On";
  b.onclick = () => show((n * 7 + 1) % book.length);
  document.getElementById("story").replaceChildren(p);
  document.getElementById("answers").replaceChildren(b);
}}
show(0);
</script>
"""

CLICK = """() => {
  const times = [];
  while (times.length < COUNT) {
    let open = document.querySelectorAll("#answers button");
    if (!open.length) {
      document.getElementById("anew").click();
      open = document.querySelectorAll("#answers button");
    }
    const start = performance.now();
    open[times.length % open.length].click();
    document.body.offsetHeight;
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}""".replace("COUNT", str(CLICKS))


def pages(work: Path, n: int) -> dict[str, Path]:
    """The pages of a book of this length, by name."""
    folder = work / str(n)
    script = Path(__file__).with_name("synthetic.py")
    words = ["--n", str(n), "--out", str(folder), "--formats", "gbk"]
    subprocess.run([sys.executable, script, *words], check=True, stdout=sys.stderr)
    loaded, page = build(folder / "book.gbk")
    assert loaded.program is not None
    prose = [max(unit.strings, key=len, default="") for unit in loaded.program.units]
    made = {"gbk": folder / "gbk.html", "bare": folder / "bare.html"}
    made["gbk"].write_text(page, "utf-8")
    made["bare"].write_text(BARE.format(book=json_text([text for text in prose if text])), "utf-8")
    return made


def once(browser: Browser, page: Path) -> dict[str, float]:
    """Milliseconds until the first paragraph stands in the page, and of a click until the next
    one is laid out, the median of many."""
    context = browser.new_context(reduced_motion="reduce")
    tab = context.new_page()
    tab.goto(f"file://{page}#seed=5")
    assert tab.locator("#story").inner_text().strip()
    first = tab.evaluate(
        "performance.timing.domContentLoadedEventStart - performance.timing.navigationStart"
    )
    click = tab.evaluate(CLICK)
    context.close()
    return {"first paragraph": first, "click": click}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--work", type=Path, required=True)
    options.add_argument("--rounds", type=int, default=9)
    options.add_argument("--json", type=Path, help="keep every measurement here")
    given = options.parse_args()
    chromium = shutil.which("chromium")
    if not chromium:
        options.exit(2, "the page is measured in Debian's chromium, which is not here\n")
    kept: dict[str, dict[str, list[float]]] = {}
    print("| figure | gbk ms | bare ms | ratio |\n| --- | --- | --- | --- |")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        for n in LENGTHS:
            made = pages(given.work.resolve(), n)
            rounds = [
                {name: once(browser, page) for name, page in made.items()}
                for _ in range(given.rounds + 1)
            ][1:]
            for what in ("first paragraph", "click"):
                ours, bare = ([r[name][what] for r in rounds] for name in ("gbk", "bare"))
                ratio = median(a / b for a, b in zip(ours, bare, strict=True))
                kept[f"{what}, {n}"] = {"gbk": ours, "bare": bare}
                print(f"| {what}, {n} | {median(ours):.1f} | {median(bare):.1f} | {ratio:.2f} |")
        browser.close()
    if given.json:
        given.json.write_text(json.dumps(kept, indent=1), "utf-8")


if __name__ == "__main__":
    main()
