// What was found in all plays of the book, and the map of it.

// `ways`: pairs of paragraphs that were gone one after the other, the first from "". `ends`: the
// endings, each as paragraph/kind.
const found = () => ({ ways: [], ends: [], ...shelf.read("/found") });

// Remember a way by some paragraphs, and an ending.
function explore(from, names, end) {
  const { ways, ends } = found();
  const size = ways.length + ends.length;
  for (const name of names) {
    if (!name || name === from) continue;
    if (!ways.some((way) => way[0] === from && way[1] === name)) ways.push([from, name]);
    from = name;
  }
  if (end && !ends.includes(end)) ends.push(end);
  if (ways.length + ends.length > size) shelf.write("/found", { ways, ends });
}

// The paragraphs that some blocks lead to.
const headings = (list) => list.filter(({ kind }) => kind === "heading").map(({ name }) => name);

// The endings that are written in the book.
function endings() {
  const { paragraphs, entries, code, ends, strings } = program;
  const all = new Set();
  paragraphs.forEach(({ name, parent }, n) => {
    for (let at = entries[n]; code[at]; at = ends[at])
      if (OPS[code[at]][0] === "END") all.add(`${paragraphs[parent]?.name ?? name}/${strings[code[at + 1]]}`);
  });
  return all;
}

// How much of the book was found: in this play, and in all of them.
function score() {
  const { ways, ends } = found();
  const names = program.paragraphs.filter((p) => p.parent < 0).map((p) => p.name);
  const count = (seen) => names.filter((name) => seen.has(name)).length;
  const all = endings();
  return [
    make("p", "quiet", say("read", count(new Set(walked())), names.length)),
    make("p", "quiet", `${say("ever", count(new Set(ways.map((way) => way[1]))))} ${say("ends", ends.filter((end) => all.has(end)).length, all.size)}`),
  ];
}

// Where this play has been, in order.
const walked = () => [...play.transcript.map((entry) => entry.paragraph), play.paragraph];

const endName = (kind) => (Object.hasOwn(words, kind) ? words[kind] : flat(kind) || words.end);

// Each paragraph stands once, below the one that the shortest way to it comes from; other ways
// are told beside. What follows alone stays in line, what parts is set in.
function drawMap() {
  const { ways, ends } = found();
  const now = new Set(walked());
  const below = new Map([["", []]]);
  for (const name of below.keys())
    for (const [from, to] of ways)
      if (from === name && !below.has(to)) {
        below.set(to, []);
        below.get(name).push(to);
      }
  const label = (name) => {
    const { title } = program.paragraphs.find((p) => p.name === name && p.parent < 0) ?? {};
    return flat(/^\d+$/.test(name) && title ? `${name} ${title}` : title || name);
  };
  const row = (name) => {
    const li = make("li", now.has(name) ? "" : "past", make("bdi", "", label(name)));
    if (name === play.paragraph) li.ariaCurrent = "location";
    const others = ways.filter(([from, to]) => from === name && !below.get(name).includes(to)).map(([, to]) => label(to));
    if (others.length) li.append(make("small", "", ` → ${others.join(", ")}`));
    for (const end of ends)
      if (end.slice(0, end.lastIndexOf("/")) === name) li.append(make("small", "end", ` ${endName(end.slice(name.length + 1))}`));
    return li;
  };
  const line = (name) => {
    const list = make("ul", "");
    for (let next = [name]; next.length; ) {
      const last = row(next[0]);
      list.append(last);
      next = below.get(next[0]);
      if (next.length > 1) {
        last.append(...next.map(line));
        break;
      }
    }
    return list;
  };
  $("ways").replaceChildren(...score(), ...below.get("").map(line));
}
