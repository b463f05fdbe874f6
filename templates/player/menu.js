// What stands around the page: looks, saved games, keys; at the end the book is opened.

const all = (selector, act) => document.querySelectorAll(selector).forEach(act);
const spoken = (text) => ($("said").textContent = text);

function looks(changed) {
  const now = { theme: "auto", size: 100, ...shelf.read("/looks"), ...changed };
  if (changed) shelf.write("/looks", now);
  root.dataset.theme = now.theme;
  root.style.fontSize = `${now.size}%`;
  all("[data-look]", (choice) => {
    choice.ariaPressed = choice.dataset.look === now.theme;
    choice.onclick = () => looks({ theme: choice.dataset.look });
  });
  all("[data-size]", (choice) => {
    const size = now.size + Number(choice.dataset.size);
    choice.disabled = !(size >= 80 && size <= 200);
    choice.onclick = () => looks({ size });
  });
}

function slots() {
  $("slots").replaceChildren(...shelf.names("/slot/").map((name) => {
    const { save, time } = shelf.read(name) ?? {};
    const label = name.slice(6);
    return make("li", "row", make("span", "", make("bdi", "", label), make("small", "", ` ${time}`)),
      button(words.load, () => openSave(save), label),
      button(words.remove, () => {
        shelf.remove(name);
        slots();
        $("slot").focus();
      }, label));
  }));
}

// Open a saved game, or say why not; then all stays as it was.
function openSave(data) {
  const now = kept();
  try {
    load(data);
    $("menu").close();
  } catch {
    load(now);
    spoken(words.not_a_save);
  }
}

function store(name) {
  shelf.write(`/slot/${name}`, { save: saved(), time: now() });
  slots();
}

function menu() {
  spoken("");
  slots();
  $("menu").showModal();
}

function map() {
  drawMap();
  $("map").showModal();
}

const ON = {
  undo,
  chart: map,
  more: menu,
  to_end: toEnd,
  anew: begin,
  restart() {
    if ($("said").textContent !== words.sure) return spoken(words.sure);
    $("menu").close();
    begin();
  },
  keep() {
    const name = $("slot").value.trim() || play.paragraph;
    store(name);
    spoken(say("kept", name));
  },
  export() {
    const a = make("a");
    a.href = URL.createObjectURL(new Blob([JSON.stringify({ ...saved(), notes: $("notes").value })], { type: "application/json" }));
    a.download = `${document.title}.json`;
    a.click();
  },
  import: () => $("file").click(),
};
for (const id in ON) $(id).onclick = ON[id];
onKey($("slot"), "Enter", ON.keep);
$("file").onchange = async () => {
  const text = await $("file").files[0]?.text();
  $("file").value = "";
  let data = null;
  try {
    data = JSON.parse(text);
  } catch {
    // No JSON is no save either.
  }
  openSave(data);
  if (data?.notes && !$("notes").value) {
    $("notes").value = data.notes;
    $("notes").oninput();
  }
};
all(".close", (cross) => (cross.onclick = () => cross.closest("dialog").close()));
$("notes").value = shelf.read("/notes") ?? "";
$("notes").oninput = () => shelf.write("/notes", $("notes").value);

// ---- Keys

// Beside the page the sheet is open; under it, it opens on demand.
const wide = matchMedia("(min-width: 64em)");
const place = () => {
  $("sheet").open = wide.matches;
};

addEventListener("keydown", (event) => {
  const { key, code, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  if (document.querySelector("dialog[open]") || target.matches("input, textarea")) return;
  if (key > 0) keys[key - 1]?.click();
  else if (key === "?") menu();
  else if (code === "KeyU") undo();
  else if (code === "KeyM") map();
  else if (code === "KeyE") $("to_end").click();
  else if (code === "KeyS") {
    $("sheet").open = wide.matches || !$("sheet").open;
    $("sheet").firstElementChild.focus();
  } else return;
  event.preventDefault();
});

wide.onchange = place;
addEventListener("hashchange", () => fixed() && begin());

if (Object.hasOwn(pictures, program.settings.cover)) {
  const cover = make("img");
  cover.id = "cover";
  cover.src = pictures[program.settings.cover];
  cover.alt = "";
  document.querySelector("header").prepend(cover);
}
place();
looks();
const data = shelf.read("");
let lost = data === null && shelf.known.get("") !== null;
try {
  if (data && (!fixed() || +fixed() === data.seed)) load(data);
} catch {
  if (data.paragraph) shelf.write(`/slot/${data.paragraph}`, { save: data, time: "" });
  lost = true;
}
if (!play) begin();
if (lost) tell("edition", words.lost_place);
