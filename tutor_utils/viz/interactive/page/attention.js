// The attention viewer: what is chosen, the weights it gives, and the words beside them.

const TEMPERATURES = [0.1, 0.2, 0.5, 1, 2, 5, 10];
const PLAY_MS = 900;
const SIDE = 300; // pixels for the words beside the picture, where there is room

// The weights of the state: one map for each head shown, as it is and as it would be.
function weigh(data, state) {
  const kind = data.kinds[state.kind];
  const layer = kind.layers[Math.min(state.layer, kind.layers.length - 1)];
  const unit = layer.units[state.example][state.step];
  const [rows, columns] = layer.shape;
  const example = data.examples[state.example];
  const allowed = layer.allowed.length ? bits(layer.allowed[state.example], rows * columns) : null;
  const all = numbers(unit.scores);
  const root = Math.sqrt(layer.d_k);
  const heads = state.head === "all" ? layer.heads : [Number(state.head)];
  const before = [];
  const after = [];
  for (const head of heads) {
    const raw = all.slice(head * rows * columns, (head + 1) * rows * columns);
    const right = layer.known ? raw.map((score) => score / root) : raw;
    const turned = (state.noScale ? raw : right).map((score) => score / TEMPERATURES[state.temperature]);
    before.push(softmax(right, rows, columns, allowed, false));
    after.push(softmax(turned, rows, columns, state.noMask ? null : allowed, state.wrongAxis));
  }
  const changes = state.noScale || state.noMask || state.wrongAxis || TEMPERATURES[state.temperature] !== 1;
  return { kind, layer, example, rows, columns, allowed, heads, before, after, changes, unit };
}

// Which queries and keys are drawn: pads that only fill are left out, two of them stay to be seen.
function cropped(data, state, now) {
  const names = (list) => list[Math.min(state.example, list.length - 1)];
  const [queries, keys] = [names(now.kind.queries), names(now.kind.keys)];
  let columns = now.columns;
  const blocked = (column) => now.allowed && now.before.length && allRows(now, column);
  if (!state.pads && !state.noMask) while (columns > 1 && blocked(columns - 1)) columns--;
  const filling = now.columns - columns;
  columns = filling > 4 ? columns + 2 : now.columns;
  const rows = now.kind.id !== "cross" && now.rows === now.columns ? columns : now.rows;
  const cut = (weights) => {
    const kept = new Float64Array(rows * columns);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) kept[row * columns + column] = weights[row * now.columns + column];
    }
    return kept;
  };
  return { rows, columns, cut, queries: queries.slice(0, rows), keys: keys.slice(0, columns), hidden: now.columns - columns };
}

const allRows = (now, column) => {
  for (let row = 0; row < now.rows; row++) if (now.allowed[row * now.columns + column]) return false;
  return true;
};

function changeName(state) {
  const parts = [];
  if (state.noScale) parts.push("no √d_k");
  if (state.noMask) parts.push("no mask");
  if (state.wrongAxis) parts.push("softmax over the queries");
  if (TEMPERATURES[state.temperature] !== 1) parts.push(`temperature ${TEMPERATURES[state.temperature]}`);
  return parts.join(", ");
}

// What the change does, in plain sentences.
function describeChange(state, now, queries) {
  const { rows, columns, before, after, allowed, unit } = now;
  const rowTop = (maps) => {
    let total = 0;
    maps.forEach((map) => {
      for (let row = 0; row < rows; row++) total += Math.max(...map.subarray(row * columns, (row + 1) * columns));
    });
    return total / (maps.length * rows);
  };
  const told = [
    `On average, a query gives ${two(rowTop(after))} of its attention to its strongest key; before: ${two(rowTop(before))}.`,
  ];
  if (allowed) {
    let stray = 0;
    after.forEach((map) => map.forEach((weight, place) => (stray += allowed[place] ? 0 : weight)));
    stray /= after.length * rows;
    if (stray > 0.005) told.push(`${percent(stray)} of the attention goes to keys that the mask would block.`);
  }
  if (state.wrongAxis) {
    let worst = [0.02, null];
    after.forEach((map) =>
      sums(map, rows, columns).down.forEach((sum, row) => {
        if (Math.abs(sum - 1) > worst[0]) worst = [Math.abs(sum - 1), [queries[row], sum]];
      }),
    );
    if (worst[1]) told.push(`The rows no longer sum to 1: '${worst[1][0]}' sums to ${two(worst[1][1])}.`);
  }
  if (unit.gram) {
    const share = outputChange(now, numbers(unit.gram));
    if (share !== null) told.push(`The output changes by ${percent(share)} of its own size.`);
  }
  return told.join(" ");
}

// |A'V - AV| / |AV| over the heads shown, from the products of the values with each other, V Vᵀ.
function outputChange({ rows, columns, before, after, heads }, products) {
  let [moved, size] = [0, 0];
  const half = (columns * (columns + 1)) / 2;
  heads.forEach((head, i) => {
    for (let row = 0; row < rows; row++) {
      const old = before[i].subarray(row * columns, (row + 1) * columns);
      const now = after[i].subarray(row * columns, (row + 1) * columns);
      let place = head * half; // the lower half of V Vᵀ, row after row; what lies beside the diagonal counts twice
      for (let a = 0; a < columns; a++) {
        const gap = now[a] - old[a];
        for (let b = 0; b <= a; b++) {
          const times = (a === b ? 1 : 2) * products[place++];
          moved += gap * (now[b] - old[b]) * times;
          size += old[a] * old[b] * times;
        }
      }
    }
  });
  return size > 0 ? Math.sqrt(Math.max(moved, 0) / size) : null;
}

// Where the most decided queries look. Pads, and queries with one open key, have nothing to decide.
function describe(spec) {
  const panels = spec.panels.filter((panel) => !panel.mask);
  const [rows, columns] = [spec.queries.length, spec.keys.length];
  const open = (row, column) => !spec.allowed || spec.allowed[row * columns + column] === 1;
  const lines = Array.from({ length: rows }, (_, row) => row);
  const decides = (row) =>
    (spec.crossed || lines.some((other) => open(other, row))) && spec.keys.filter((_, column) => open(row, column)).length > 1;
  const asking = lines.some(decides) ? lines.filter(decides) : lines;
  const parts = panels.slice(0, 4).map((panel) => {
    const best = asking.map((row) => {
      const line = panel.weights.subarray(row * columns, (row + 1) * columns);
      const weight = Math.max(...line);
      return { weight, row, column: line.indexOf(weight) };
    }).filter((each) => each.weight > 0);
    best.sort((a, b) => b.weight - a.weight || a.row - b.row);
    const said = new Map(); // in words -> the first row of which it is said
    best.forEach(({ weight, row, column }) => {
      const words = `'${spec.queries[row]}' looks most at '${spec.keys[column]}' (${two(weight)})`;
      if (said.size < (panels.length > 1 ? 1 : 3) && !said.has(words)) said.set(words, row);
    });
    const once = [...said.keys()].sort((a, b) => said.get(a) - said.get(b)).join(", ");
    return (panels.length > 1 ? `${panel.name}: ` : "") + (once || "no query has an open key");
  });
  const text = parts.join("; ") + (panels.length > 4 ? "; and so on" : "");
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function specOf(data, state) {
  const now = weigh(data, state);
  const crop = cropped(data, state, now);
  const one = state.head !== "all";
  const panels = [];
  let shown = now.allowed;
  if (now.allowed) {
    shown = new Uint8Array(crop.rows * crop.columns);
    for (let place = 0; place < shown.length; place++) {
      shown[place] = now.allowed[Math.floor(place / crop.columns) * now.columns + (place % crop.columns)];
    }
    if (one) panels.push({ name: "mask", mask: true });
  }
  if (one && now.changes) panels.push({ name: "as it is", weights: crop.cut(now.before[0]) });
  now.after.forEach((weights, i) => {
    const name = !one ? `head ${now.heads[i]}` : now.changes ? `what if: ${changeName(state)}` : `head ${now.heads[i]}`;
    panels.push({ name, weights: crop.cut(weights), leaking: state.noMask });
  });
  const crossed = now.kind.id === "cross";
  return { ...crop, crossed, panels, allowed: shown, sums: one, own: state.own, heads: !one && now.heads.length > 1, now };
}

function titleOf(data, state, now) {
  const parts = [now.kind.title];
  if (now.kind.layers.length > 1) parts.push(`layer ${now.layer.index}`);
  if (state.head !== "all" && now.layer.heads.length > 1) parts.push(`head ${state.head}`);
  if (data.examples.length > 1) parts.push(`example ${now.example}`);
  if (data.steps.length > 1) parts.push(`step ${data.steps[state.step]}`);
  return parts.join(", ");
}

start("attention", (live, data) => {
  const state = { ...data.start, temperature: 3, noScale: false, noMask: false, wrongAxis: false, own: false, pads: false, lines: false };
  const canvas = make("canvas", { tabindex: "0", role: "application" });
  canvas.dataset[KEYS_OWN] = "true";
  const [title, pointed, said, scale] = ["h4", "p", "p", "p"].map((tag) => make(tag, {}));
  pointed.setAttribute("aria-live", "polite");
  said.setAttribute("role", "status");
  let spec = null;
  let form = null;
  let at = null;

  const set = (name, read = (value) => value) => (value) => {
    state[name] = read(value);
    stop();
    redraw();
  };
  const numbered = (values) => values.map((value, i) => [String(value), i]);
  const kind = choice("Attention", data.kinds.map((each, i) => [each.name, i]), state.kind, (value) => {
    state.kind = Number(value);
    fit();
    set("kind", Number)(value);
  });
  const layer = choice("Layer", numbered(data.kinds[state.kind].layers.map((each) => each.index)), state.layer, set("layer", Number));
  const heads = (count) => [...(count > 1 ? [["all heads", "all"]] : []), ...Array.from({ length: count }, (_, i) => [`head ${i}`, i])];
  const head = choice("Head", heads(data.kinds[state.kind].layers[0].heads.length), state.head, set("head"));
  const example = choice("Example", numbered(data.examples), state.example, set("example", Number));
  const step = slider("Training step", data.steps.map(String), state.step, set("step"));
  const play = button("Play", () => (playing ? stop() : run()));
  step.holder.hidden = play.hidden = data.steps.length < 2;
  const temperature = slider("Temperature", TEMPERATURES.map(String), state.temperature, set("temperature"));
  temperature.holder.title = "The scores are divided by it before the softmax: below 1 sharpens, above 1 flattens.";
  const noScale = tick("leave out √d_k", set("noScale"));
  const noMask = tick("leave out the mask", set("noMask"));
  const wrongAxis = tick("softmax over the queries", set("wrongAxis"));
  const lines = tick("draw lines", set("lines"));
  const own = tick("each map's own scale", set("own"));
  const pads = tick("show all pads", set("pads"));
  const save = button("Save as PNG", () => {
    const link = make("a", { href: canvas.toDataURL("image/png"), download: `${titleOf(data, state, spec.now).replace(/\W+/g, "-").toLowerCase()}.png` });
    link.click();
  });
  const maskless = make("span", { class: "tutor-quiet" }, "(there is no mask here)");
  const unknown = make("p", { class: "tutor-quiet" }, data.no_scores);
  const tables = folded("The numbers", () =>
    spec.heads
      ? [make("p", {}, "Choose one head to see its numbers.")]
      : spec.panels.filter((panel) => !panel.mask).map((panel) =>
          table(panel.name, ["query \\ key", ...spec.keys], spec.queries.map((query, row) => [
            query,
            ...spec.keys.map((_, column) => {
              const place = row * spec.columns + column;
              return cellWord(panel.weights[place], Boolean(spec.allowed) && !spec.allowed[place]);
            }),
          ])),
        ),
  );

  // Another kind may have fewer layers, and switches that do nothing there.
  function fit() {
    const { layers } = data.kinds[state.kind];
    state.layer = Math.min(state.layer, layers.length - 1);
    layer.select.replaceChildren(...layers.map((each, i) => make("option", { value: String(i) }, String(each.index))));
    layer.select.value = String(state.layer);
    layer.holder.hidden = layers.length < 2;
    const { known, allowed } = layers[state.layer];
    [noScale, noMask, wrongAxis].forEach(({ input }) => (input.disabled = !known));
    noMask.input.disabled = !known || !allowed.length;
    maskless.hidden = !known || allowed.length > 0;
    [[noScale, "noScale"], [noMask, "noMask"], [wrongAxis, "wrongAxis"]].forEach(([{ input }, name]) => {
      if (input.disabled) input.checked = state[name] = false;
    });
    unknown.hidden = known;
  }

  let playing = null;
  function stop() {
    clearInterval(playing);
    playing = null;
    play.textContent = "Play";
  }
  function run() {
    const count = data.steps.length;
    const go = (to) => {
      state.step = to;
      step.show(to);
      redraw();
    };
    go(state.step === count - 1 ? 0 : state.step);
    play.textContent = "Stop";
    playing = setInterval(() => (state.step === count - 1 || !live.isConnected ? stop() : go(state.step + 1)), PLAY_MS);
  }

  function redraw() {
    spec = specOf(data, state);
    title.textContent = titleOf(data, state, spec.now);
    const parts = state.noScale || state.noMask || state.wrongAxis || TEMPERATURES[state.temperature] !== 1
      ? [`What if: ${changeName(state)}.`, describeChange(state, spec.now, spec.queries)]
      : [describe(spec)];
    said.textContent = parts.join(" ");
    canvas.setAttribute("aria-label", `${title.textContent}: attention weights. ${describe(spec)} Arrow keys move over the cells.`);
    const more = spec.hidden ? ` ${spec.hidden} pads that only fill are not drawn.` : "";
    scale.replaceChildren(make("span", { class: "tutor-scale", style: `background:${GRADIENT}` }),
      scaleWords(), more);
    scale.firstChild.hidden = state.lines;
    pads.holder.hidden = !spec.hidden && !state.pads;
    tables.refill();
    point(null);
  }

  function scaleWords() {
    const range = state.own ? "from 0 to the largest weight of each map" : "from 0 to 1 in every map";
    return state.lines ? `The thicker a line, the more weight: ${range}.` : `Colour: ${range}.`;
  }

  function draw() {
    const width = body.clientWidth;
    if (!width || !spec) return;
    spec.tall = 330;
    form = (state.lines ? drawLines : drawMaps)(canvas, spec, width > 700 ? width - SIDE : width, at);
  }

  function point(next) {
    at = next;
    draw();
    if (!at) {
      pointed.textContent = `Point at a ${state.lines ? "query" : "cell"}, or press Tab and the arrow keys, to read its numbers.`;
    } else if (state.lines) {
      const panels = spec.panels.filter((panel) => !panel.mask);
      const panel = panels[spec.heads ? 0 : at.panel];
      pointed.textContent = `${panel.name}, query '${spec.queries[at.row]}' looks at ${strongestKeys(spec, panel, at.row) || "nothing"}.`;
    } else {
      pointed.textContent = cellWords(spec, at);
    }
  }

  const row = (...parts) => make("div", { class: "tutor-row" }, ...parts);
  const picture = make("div", { class: "tutor-picture" }, canvas);
  const side = make("div", { class: "tutor-side" }, title, said, pointed, scale);
  const body = make("div", { class: "tutor-body" }, picture, side);
  live.append(
    row(kind.holder, layer.holder, head.holder, example.holder, step.holder, play),
    row("What if:", temperature.holder, noScale.holder, noMask.holder, maskless, wrongAxis.holder),
    unknown,
    body,
    row(lines.holder, own.holder, pads.holder, save),
    tables.made,
  );
  if (data.left_out) live.append(make("p", { class: "tutor-quiet" }, data.left_out));
  followCells(canvas, () => form, point);
  fit();
  redraw();
  keepDrawn(body, draw);
});
