"""The build against its figures: start-up, `gbk build` against ink's compiler, the page.

    python benchmarks/build.py --work FOLDER            # 400 and 4,000 paragraphs
    python benchmarks/build.py --work FOLDER --large    # 40,000 too: half an hour, 2 GB

A figure is the median of the ratios of the rounds of one run, in which the commands take
turns. A figure that is not reached is told in the table and by nothing else.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from processes import Command, Cost, FailedError, measure, once

INKJS = "inkjs@2.4.0"
INK_PAGE = {"bytes": 433_407, "gzip -9": 81_348}
"""ink's page of the same book of 400 paragraphs: inkjs's `browser_serverless` template with its
player, style and story put into one HTML file. Measured once, not rebuilt here."""


@dataclass(frozen=True, slots=True)
class Figure:
    """`ratios`: ours divided by the other's, one of each round."""

    name: str
    target: float
    ratios: list[float]

    @property
    def reached(self) -> bool:
        return median(self.ratios) <= self.target


def by(what: Callable[[Cost], float], ours: list[Cost], theirs: list[Cost]) -> list[float]:
    return [what(a) / what(b) for a, b in zip(ours, theirs, strict=True)]


def wall(cost: Cost) -> float:
    return cost.wall


def peak(cost: Cost) -> float:
    return cost.peak


class Bench:
    """Everything it makes stays in `work`. `figures` and `costs` (by command) are the result;
    `faults`: sentences on what was measured and should not have been as it was."""

    def __init__(self, work: Path, gbk: str) -> None:
        self.work, self.gbk = work, gbk
        self.figures: list[Figure] = []
        self.costs: dict[str, list[Cost]] = {}
        self.faults: list[str] = []
        self.made: set[int] = set()
        # Compiled modules are kept, as they are where gbk is installed, and kept out of the
        # sources.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(work / "pycache")
        self.ink = work / "ink" / "node_modules" / "inkjs" / "bin" / "inkjs-compiler.js"

    def run(self, commands: dict[str, Command], rounds: int, warm: bool = True) -> None:
        names = ", ".join(commands)
        print(f"{rounds} rounds: {names}", file=sys.stderr, flush=True)
        self.costs |= measure(commands, rounds, warm)

    def figure(
        self, name: str, target: float, ours: str, theirs: str, what: Callable[[Cost], float] = wall
    ) -> None:
        ratios = by(what, self.costs[ours], self.costs[theirs])
        self.figures.append(Figure(name, target, ratios))

    # ------------------------------------------------------------ the commands

    def install_ink(self) -> None:
        if not self.ink.exists():
            npm = ["npm", "install", "--no-audit", "--no-fund", "--prefix"]
            subprocess.run([*npm, str(self.work / "ink"), INKJS], check=True, stdout=sys.stderr)

    def folder(self, n: int) -> Path:
        """The books of this length, made by a process of their own: the peak memory of a
        command never reads lower than that of the process which starts it."""
        folder = self.work / str(n)
        if n not in self.made:
            script = Path(__file__).with_name("synthetic.py")
            words = ["--n", str(n), "--out", str(folder), "--formats", "gbk,ink"]
            subprocess.run([sys.executable, script, *words], check=True, stdout=sys.stderr)
            self.made.add(n)
        return folder

    def cold(self, n: int) -> Command:
        """`gbk build` as on the first day: it finds no cache, and leaves one."""
        book, page = self.folder(n) / "book.gbk", self.folder(n) / "gbk.html"
        cache = self.work / "cache-cold"
        return Command(
            [self.gbk, "build", book, "-o", page],
            env={"XDG_CACHE_HOME": str(cache), "GBK_CACHE": ""},
            before=lambda: shutil.rmtree(cache, ignore_errors=True),
            makes=page,
        )

    def compiler(self, n: int) -> Command:
        book, story = self.folder(n) / "book.ink", self.folder(n) / "ink.json"
        return Command(["node", self.ink, "-o", story, book], makes=story)

    def edited(self, n: int) -> Command:
        """`gbk build` with the cache of the build before, after an edit of one paragraph."""
        text = (self.folder(n) / "book.gbk").read_text(encoding="utf-8")
        folder = self.work / f"{n}-edited"
        folder.mkdir(exist_ok=True)
        book, page = folder / "book.gbk", folder / "gbk.html"
        edits = 0

        def edit() -> None:
            nonlocal edits
            edits += 1
            heading = f"== {n // 3 + 37 * edits % (n // 2)} ==\n"
            changed = text.replace(heading, f"{heading}The bell strikes {edits}. ", 1)
            if changed == text:
                raise FailedError(f"no paragraph {heading.strip()}")
            book.write_text(changed, encoding="utf-8", newline="\n")

        return Command(
            [self.gbk, "build", book, "-o", page],
            env={"XDG_CACHE_HOME": str(self.work / "cache-warm"), "GBK_CACHE": ""},
            before=edit,
            makes=page,
        )

    # ------------------------------------------------------------ the figures

    def start(self, rounds: int) -> None:
        self.run(
            {
                "python -c pass": Command([sys.executable, "-c", "pass"]),
                "gbk --version": Command([self.gbk, "--version"]),
                "gbk --help": Command([self.gbk, "--help"]),
            },
            rounds,
        )
        self.figure("`gbk --version` / `python -c pass`", 2, "gbk --version", "python -c pass")
        self.figure("`gbk --help` / `python -c pass`", 6, "gbk --help", "python -c pass")

    def build(self, n: int, target: float, rounds: int, warm: bool = True) -> None:
        ours, theirs = f"gbk build, {n:,}", f"inkjs-compiler, {n:,}"
        self.run({ours: self.cold(n), theirs: self.compiler(n)}, rounds, warm)
        self.figure(f"cold build / inkjs-compiler, {n:,}", target, ours, theirs)

    def rebuild(self, n: int, rounds: int) -> None:
        again, cold = self.edited(n), self.cold(n)
        ours, theirs = f"gbk build after an edit, {n:,}", f"gbk build beside the edits, {n:,}"
        self.run({ours: again, theirs: cold}, rounds)
        self.figure(f"build after an edit of one paragraph / cold, {n:,}", 0.3, ours, theirs)
        book, page = again.argv[2], again.makes
        assert page is not None
        reused = page.read_bytes()
        once(Command([self.gbk, "build", book, "-o", page], {"GBK_CACHE": "off"}, makes=page))
        if page.read_bytes() != reused:
            self.faults.append("the page made with the cache is not the one made without it")

    def large(self, rounds: int) -> None:
        few, many = "gbk build beside 40,000, 4,000", "gbk build, 40,000"
        ink = "inkjs-compiler, 40,000"
        self.run(
            {few: self.cold(4000), many: self.cold(40_000), ink: self.compiler(40_000)},
            rounds,
            warm=False,
        )
        self.figure("cold build / inkjs-compiler, 40,000", 0.7, many, ink)
        self.figure("the same, peak memory", 0.5, many, ink, peak)
        self.figure("growth of the cold build, 4,000 to 40,000", 10.5, many, few)

    def page(self) -> None:
        data = (self.folder(400) / "gbk.html").read_bytes()
        sizes = {"bytes": len(data), "gzip -9": len(gzip.compress(data, 9, mtime=0))}
        for unit, theirs in INK_PAGE.items():
            name = f"page / ink's page, 400, {unit} ({sizes[unit]:,} / {theirs:,})"
            self.figures.append(Figure(name, 0.6, [sizes[unit] / theirs]))


# ---------------------------------------------------------------- telling


def spread(numbers: list[float], digits: int = 2) -> str:
    middle, low, high = (f"{f(numbers):.{digits}f}" for f in (median, min, max))
    return f"{middle} ({low}-{high})" if len(numbers) > 1 else middle


def table(bench: Bench) -> str:
    rows = ["| figure | target | measured | |", "| --- | --- | --- | --- |"]
    rows += [
        f"| {f.name} | {f.target:g} | {spread(f.ratios)} | {'ok' if f.reached else 'not yet'} |"
        for f in bench.figures
    ]
    rows += ["", "| command | wall s | CPU s | peak MB |", "| --- | --- | --- | --- |"]
    for name, costs in bench.costs.items():
        walls, cpus = [c.wall for c in costs], [c.cpu for c in costs]
        rows.append(
            f"| {name} | {spread(walls, 3)} | {spread(cpus, 3)} "
            f"| {median(c.peak for c in costs):.0f} |"
        )
    return "\n".join(rows)


def machine() -> dict[str, str | int | None]:
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False)
    return {
        "python": platform.python_version(),
        "node": node.stdout.strip(),
        "inkjs": INKJS,
        "cores": os.cpu_count(),
    }


def as_json(bench: Bench) -> str:
    figures = [
        {
            "figure": f.name,
            "target": f.target,
            "median": median(f.ratios),
            "ratios": f.ratios,
            "reached": f.reached,
        }
        for f in bench.figures
    ]
    costs = {name: [asdict(c) for c in costs] for name, costs in bench.costs.items()}
    return json.dumps({"machine": machine(), "figures": figures, "costs": costs}, indent=1)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the build against its figures.")
    parser.add_argument("--work", type=Path, required=True, help="a scratch folder")
    parser.add_argument("--large", action="store_true", help="measure 40,000 paragraphs too")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--large-rounds", type=int, default=3)
    parser.add_argument("--json", type=Path, help="write every measurement to this file")
    beside = Path(sys.executable).with_name("gbk")
    parser.add_argument(
        "--gbk",
        default=str(beside) if beside.exists() else shutil.which("gbk"),
        help="the gbk to measure: the one beside this Python",
    )
    args = parser.parse_args()
    if not args.gbk:
        parser.error("there is no gbk beside this Python: name one by --gbk")
    bench = Bench(args.work.resolve(), args.gbk)
    try:
        bench.install_ink()
        bench.start(args.rounds * 3)
        bench.build(400, 0.6, args.rounds)
        bench.page()
        bench.build(4000, 1.0, args.rounds)
        bench.rebuild(4000, args.rounds)
        if args.large:
            bench.large(args.large_rounds)
    except (FailedError, subprocess.CalledProcessError) as error:
        bench.faults.append(f"not measured to the end: {error}")
    print(table(bench))
    if args.json:
        args.json.write_text(as_json(bench) + "\n", encoding="utf-8")
    if bench.faults:
        raise SystemExit("\n".join(bench.faults))


if __name__ == "__main__":
    main()
