"""The JavaScript machine, run inside Python: the real files that a page holds."""

from __future__ import annotations

import json
from typing import Any

import quickjs

from gbk.model.program import Program
from gbk.resources import resource

FILES = ("dice.js", "machine.js", "player.js")

_GLUE = """
class TextEncoder { encode(text) { return [...unescape(encodeURIComponent(text))].map((c) => c.charCodeAt(0)); } }
let data;
function take(text) { data = new Program(JSON.parse(text)); }
function randomResult(seed) {
  const play = new Play(data, seed);
  randomPlay(play, seed);
  return JSON.stringify(play.result());
}
function answers(seed, list) {
  const play = new Play(data, seed);
  for (const value of JSON.parse(list)) play.answer(value);
  return JSON.stringify(play.result());
}
function throws(seed, count, low, high) {
  const dice = new Dice(seed);
  return JSON.stringify(Array.from({ length: count }, () => dice.between(low, high)));
}
function again(seed, list) {
  const play = new Play(data, seed);
  for (const value of JSON.parse(list)) play.answer(value);
  const copy = Play.load(data, JSON.parse(JSON.stringify(play.save())));
  return JSON.stringify([play.result(), copy.result()]);
}
"""


class Script:
    """The player of a page, with one program in it."""

    def __init__(self, program: Program) -> None:
        self.context = quickjs.Context()
        folder = resource("templates") / "player"
        code = "\n".join((folder / name).read_text("utf-8") for name in FILES)
        self.context.eval(code + _GLUE)
        self.context.get("take")(json.dumps(program.to_json(), ensure_ascii=False))

    def call(self, name: str, *args: Any) -> Any:
        return json.loads(self.context.get(name)(*args))
