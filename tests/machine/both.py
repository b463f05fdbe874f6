"""Both machines under one roof: the Python one, and the JavaScript one from the real files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import astuple
from typing import Any

import quickjs

from gbk.export.html import MACHINE
from gbk.model.program import Program
from gbk.resources import resource
from gbk.run.dice import Dice
from gbk.run.machine import Machine, MachineError
from gbk.run.requests import Choose, End, Number, Request, Roll, Type

FILES = (*MACHINE[:2], "check.js", *MACHINE[2:])

_GLUE = """
let data;
function take(text) { data = new Program(JSON.parse(text)); }
// Answer at random, all alike, at most so many times; never from the sheet.
function randomPlay(play, seed, answers = 2000) {
  const dice = new Dice(seed);
  for (let n = 0; n < answers; n++) {
    const { request } = play;
    if (request instanceof Ask.End) return;
    if (request instanceof Ask.Choose) play.answer(request.options[dice.between(0, request.options.length - 1)].value);
    else if (request instanceof Ask.Number) play.answer(dice.between(request.low, request.high));
    else if (request instanceof Ask.Type) play.answer(dice.between(0, request.answers.length));
    else play.answer(0);
  }
}
function randomResult(seed) {
  const play = new Play(data, seed);
  randomPlay(play, seed);
  return JSON.stringify(play.result());
}
function throws(seed, count, low, high) {
  const dice = new Dice(seed);
  return JSON.stringify(Array.from({ length: count }, () => dice.between(low, high)));
}
function played(options, steps) {
  let play = new Play(data, JSON.parse(options).seed, JSON.parse(options));
  const seen = [shownOf(play)];
  for (const [verb, value] of JSON.parse(steps)) {
    if (verb === "undo") play.undo();
    else if (verb === "load") play = Play.load(data, JSON.parse(JSON.stringify(play.save())));
    else play[verb === "lay_down" ? "layDown" : verb](value);
    seen.push(shownOf(play));
  }
  return JSON.stringify([seen, play.result(), play.save()]);
}
const shownOf = (play) => [requestRow(play.request), play.blocks, play.sheet(), play.canUndo];
function loaded(text) {
  try {
    const play = Play.load(data, JSON.parse(text));
    return JSON.stringify([play.result(), play.lost, requestRow(play.request)]);
  } catch (error) {
    if (!(error instanceof SaveError)) throw error;
    return JSON.stringify(error.message);
  }
}
function requestRow(r) {
  const fields = { ...r }, name = Object.keys(Ask).find((name) => r instanceof Ask[name]);
  if (name === "Choose") fields.options = r.options.map((o) => [o.value, o.text, o.target]);
  return [name, ...Object.values(fields)];
}
function trace(steps, again) {
  const rows = [];
  try {
    let machine = new Machine(data);
    let request = machine.run();
    const tell = () => rows.push(...machine.events.splice(0), requestRow(request));
    tell();
    for (const step of JSON.parse(steps)) {
      if (again) {
        const other = new Machine(data);
        other.restore(JSON.parse(JSON.stringify(machine.snapshot())));
        request = other.run();
        if (other.events.length) throw new Error("a restored machine tells something");
        machine = other;
      }
      request = Array.isArray(step) ? machine[step[0]](step[1]) : machine.run(step);
      tell();
    }
    rows.push(machine.snapshot());
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw error;
    rows.push(error.message);
  }
  return JSON.stringify(rows);
}
// Answers at random, and things done on the sheet, as `wander` in Python.
function wander(seed, steps) {
  const rows = [], dice = new Dice(seed), machine = new Machine(data);
  machine.guard = 20000;
  const pick = (r) => {
    if (r instanceof Ask.Choose) return r.options[dice.between(0, r.options.length - 1)].value;
    if (r instanceof Ask.Type) return dice.between(0, r.answers.length + 3);
    return r instanceof Ask.Roll || r instanceof Ask.Number ? dice.between(r.low, r.high) : 0;
  };
  try {
    let request = machine.run();
    for (let n = 0; n < steps; n++) {
      rows.push(...machine.events.splice(0), requestRow(request), machine.snapshot());
      if (request instanceof Ask.End) break;
      if (request.sheet && data.items.length && dice.between(0, 2) === 0) {
        const how = ["use", "wield", "layDown"][dice.between(0, 2)], item = dice.between(0, data.items.length - 1);
        try {
          request = machine[how](item);
        } catch (error) {
          if (error instanceof MachineError) throw error;
          rows.push(error.message);
        }
      } else request = machine.run(pick(request));
    }
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw error;
    rows.push(error.message);
  }
  return JSON.stringify(rows);
}
function opened(text) {
  try {
    take(text);
    return JSON.stringify("");
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw error;
    return JSON.stringify(error.message);
  }
}
function table() { return JSON.stringify(OPS); }
"""

_CONTEXT: list[quickjs.Context] = []


class Script:
    """The player of a page, with one program in it."""

    def __init__(self, program: Program | None = None) -> None:
        if not _CONTEXT:
            folder = resource("templates") / "player"
            code = "\n".join((folder / name).read_text("utf-8") for name in FILES)
            _CONTEXT.append(quickjs.Context())
            _CONTEXT[0].eval(code + _GLUE)
        self.context = _CONTEXT[0]
        if program is not None:
            self.context.get("take")(json.dumps(program.to_json(), ensure_ascii=False))

    def call(self, name: str, *args: Any) -> Any:
        return json.loads(self.context.get(name)(*args))


def request_row(request: Request) -> list[Any]:
    return plain_data([type(request).__name__, *astuple(request)])


def plain_data(value: object) -> Any:
    """What a value is after a trip through JSON."""
    return json.loads(json.dumps(value))


def trace(program: Program, steps: Iterable[Any], again: bool = False) -> list[Any]:
    """Events and requests of a run, then the state, or what went wrong. A step is an answer or
    ["use", item], …; `again`: each request is asked by a machine that was restored."""
    rows: list[Any] = []
    try:
        machine = Machine(program)
        request = machine.run()
        rows += [*map(list, machine.events), request_row(request)]
        for step in steps:
            if again:
                other = Machine(program)
                other.restore(plain_data(machine.snapshot()))
                request = other.run()
                assert not other.events
                machine = other
            machine.events = []
            if isinstance(step, list):
                act = {"use": machine.use, "wield": machine.wield, "layDown": machine.lay_down}
                request = act[step[0]](step[1])
            else:
                request = machine.run(step)
            rows += [*map(list, machine.events), request_row(request)]
        rows.append(machine.snapshot())
    except (ValueError, MachineError) as error:
        rows.append(str(error))
    return plain_data(rows)


def both(program: Program, steps: Iterable[Any] = ()) -> list[Any]:
    """The trace of a run, which is the same in both machines, directly, after a trip of the
    program through JSON, and restored at each request."""
    steps = list(steps)
    script = Script(program)
    ours = trace(program, steps)
    assert trace(Program.from_json(plain_data(program.to_json())), steps) == ours
    assert trace(program, steps, again=True) == ours
    assert script.call("trace", json.dumps(steps), False) == ours
    assert script.call("trace", json.dumps(steps), True) == ours
    return ours


def wander(program: Program, seed: int, steps: int) -> list[Any]:
    """Events, requests and states of a play at random, the sheet used too."""
    rows: list[Any] = []
    dice, machine = Dice(seed), Machine(program)
    machine.guard = 20_000
    try:
        request = machine.run()
        for _ in range(steps):
            rows += [*map(list, machine.events), request_row(request), machine.snapshot()]
            machine.events = []
            if isinstance(request, End):
                break
            if request.sheet and program.items and dice.between(0, 2) == 0:
                act = [machine.use, machine.wield, machine.lay_down][dice.between(0, 2)]
                try:
                    request = act(dice.between(0, len(program.items) - 1))
                except ValueError as error:
                    rows.append(str(error))
            else:
                request = machine.run(_pick(request, dice))
    except MachineError as error:
        rows.append(str(error))
    return plain_data(rows)


def _pick(request: Request, dice: Dice) -> int:
    match request:
        case Choose(options=options):
            return options[dice.between(0, len(options) - 1)].value
        case Type(answers=answers):
            return dice.between(0, len(answers) + 3)
        case Roll(low=low, high=high) | Number(low=low, high=high):
            return dice.between(low, high)
        case _:
            return 0
