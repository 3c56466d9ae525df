// uses: core, maps
// The attention viewer: its controls, the weights they lead to, and a description.

const TEMPERATURES = [0.1, 0.2, 0.5, 1, 2, 5, 10];
const PLAY_MS = 900;
const SIDE = 300; // pixels for the description at the right of the picture, where there is room
const NO_SCORES =
  "The switches need q and k; these weights are not softmax(q·k / √d_k) of what w_q and w_k gave.";

// The transpose of a map: (rows, columns) -> (columns, rows).
function transposed(map, rows, columns) {
  return map && Float64Array.from({ length: rows * columns }, (_, i) => map[(i % rows) * columns + Math.floor(i / rows)]);
}

// One map of weights for each head shown: as recorded, and with the changes of the state.
function weightsOf(data, state) {
  const kind = data.kinds[state.kind];
  const layer = kind.layers[state.layer];
  const [rows, columns] = [kind.queries.length, kind.keys.length];
  const allowed = layer.allowed && Uint8Array.from(layer.allowed, Number);
  const all = unpackNumbers(layer.scores[state.step]);
  const temperature = TEMPERATURES[state.temperature];
  const heads = state.head === "all" ? Array.from({ length: layer.heads }, (_, i) => i) : [Number(state.head)];
  const root = layer.d_k ? Math.sqrt(layer.d_k) : 1; // log weights stay as they are
  const weights = (head, by, mask, wrongAxis = false) => {
    const scores = all.slice(head * rows * columns, (head + 1) * rows * columns).map((score) => score / by);
    if (!wrongAxis) return softmax(scores, rows, columns, mask);
    return transposed(softmax(transposed(scores, rows, columns), columns, rows, transposed(mask, rows, columns)), columns, rows);
  };
  const before = heads.map((head) => weights(head, root, allowed));
  const after = heads.map((head) => weights(head, (state.noScale ? 1 : root) * temperature, state.noMask ? null : allowed, state.wrongAxis));
  return { kind, layer, rows, columns, allowed, heads, before, after };
}

// Names the changes; "" without any.
function changeName(state) {
  const parts = [];
  if (state.noScale) parts.push("no √d_k");
  if (state.noMask) parts.push("no mask");
  if (state.wrongAxis) parts.push("softmax over the queries");
  if (TEMPERATURES[state.temperature] !== 1) parts.push(`temperature ${TEMPERATURES[state.temperature]}`);
  return parts.join(", ");
}

// Describes the effect of the changes in plain sentences.
function describeChange({ kind, rows, columns, before, after, allowed }) {
  const mean = (maps, of) => maps.reduce((sum, map) => sum + of(map), 0) / (maps.length * rows);
  const tops = (map) =>
    Array.from({ length: rows }, (_, row) => Math.max(...map.subarray(row * columns, (row + 1) * columns))).reduce((a, b) => a + b);
  const sums = Array.from({ length: rows }, (_, row) => after[0].subarray(row * columns, (row + 1) * columns).reduce((a, b) => a + b));
  const off = sums.map((sum) => (sum ? Math.abs(sum - 1) : 0)); // a blocked row has none
  const odd = off.indexOf(Math.max(...off));
  let text = `On average, a query gives ${twoDecimals(mean(after, tops))} of its attention to its strongest key; before: ${twoDecimals(mean(before, tops))}.`;
  if (off[odd] > 0.01) text += ` The row of '${kind.queries[odd]}' sums to ${twoDecimals(sums[odd])}, not to 1.`;
  const stray = allowed ? mean(after, (map) => map.reduce((sum, weight, place) => sum + (allowed[place] ? 0 : weight), 0)) : 0;
  return stray > 0.005 ? `${text} ${percent(stray)} of the attention goes to keys that the mask would block.` : text;
}

// Where the most decided queries look, in the sentences of viz/words.py. Left out are pads, and
// queries with one open key.
function strongestLooks(weights, { queries, keys, allowed }, most) {
  const columns = keys.length;
  const open = (row, column) => !allowed || Boolean(allowed[row * columns + column]);
  const rows = queries.map((_, row) => row);
  const padded = allowed && queries.length === columns && allowed.some(Boolean);
  const asking = rows.filter((row) => !padded || rows.some((other) => open(other, row)));
  const looks = asking.map((row) => {
    const line = [...weights.subarray(row * columns, (row + 1) * columns)];
    const weight = Math.max(...line);
    const words = weight ? `most at '${keys[line.indexOf(weight)]}' (${twoDecimals(weight)})` : "at nothing";
    const decides = keys.filter((_, column) => open(row, column)).length > 1;
    return { row, decided: allowed && !decides ? -1 : weight, words: `'${queries[row]}' looks ${words}` };
  });
  looks.sort((a, b) => b.decided - a.decided);
  const sentences = new Map(); // sentence -> the first row that it is true of
  looks.forEach(({ words, row }) => sentences.has(words) || sentences.size === most || sentences.set(words, row));
  return [...sentences.keys()].sort((a, b) => sentences.get(a) - sentences.get(b)).join(", ");
}

function describe(spec) {
  const panels = spec.panels.filter((panel) => !panel.mask);
  const parts = panels.slice(0, 4).map(({ name, weights }) =>
    panels.length > 1 ? `${name}: ${strongestLooks(weights, spec, 1)}` : strongestLooks(weights, spec, 3));
  const text = parts.join("; ") + (panels.length > 4 ? "; and so on" : "");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function specOf(data, state) {
  const now = weightsOf(data, state);
  const one = state.head !== "all";
  const change = changeName(state);
  const panels = one && now.allowed ? [{ name: "mask", mask: true }] : [];
  if (one && change) panels.push({ name: "as it is", weights: now.before[0] });
  now.after.forEach((weights, i) => panels.push({ name: one && change ? `what if: ${change}` : `head ${now.heads[i]}`, weights }));
  return { panels, queries: now.kind.queries, keys: now.kind.keys, allowed: now.allowed, one, now };
}

function titleOf(data, state, { kind, layer }) {
  const parts = [kind.title];
  if (kind.layers.length > 1) parts.push(`layer ${layer.index}`);
  if (state.head !== "all" && layer.heads > 1) parts.push(`head ${state.head}`);
  if (data.steps.length > 1) parts.push(`step ${data.steps[state.step]}`);
  return parts.join(", ");
}

start("attention", (live, data) => {
  const state = { ...data.start, temperature: TEMPERATURES.indexOf(1), noScale: false, noMask: false, wrongAxis: false };
  const canvas = make("canvas", { tabindex: "0", role: "application" });
  const [title, pointed, status] = ["h4", "p", "p"].map((tag) => make(tag, {}));
  pointed.setAttribute("aria-live", "polite");
  status.setAttribute("role", "status");
  let spec = null;
  let layout = null;
  let at = null;

  const set = (name, read = (value) => value) => (value) => {
    state[name] = read(value);
    stop();
    redraw();
  };
  const kind = choice("Attention", data.kinds.map((each, i) => [each.name, i]), state.kind, (value) => {
    state.kind = Number(value);
    fitControls();
    set("kind", Number)(value);
  });
  const layer = choice("Layer", [], 0, (value) => {
    state.layer = Number(value);
    fitControls();
    set("layer", Number)(value);
  });
  const head = choice("Head", [], 0, set("head"));
  const step = slider("Training step", data.steps.map(String), state.step, set("step"));
  const play = button("Play", () => (playing ? stop() : startPlaying()));
  step.holder.hidden = play.hidden = data.steps.length < 2;
  const temperature = slider("Temperature", TEMPERATURES.map(String), state.temperature, set("temperature"));
  temperature.holder.title = "The scores are divided by it before the softmax: below 1 sharpens, above 1 flattens.";
  const noScale = checkbox("leave out √d_k", set("noScale"));
  const noMask = checkbox("leave out the mask", set("noMask"));
  const wrongAxis = checkbox("softmax over the queries", set("wrongAxis"));
  const unknown = make("p", { class: "tutor-quiet" }, NO_SCORES);
  const tables = folded("The numbers", () =>
    spec.one
      ? spec.panels.filter((panel) => !panel.mask).map((panel) =>
          table(panel.name, ["query \\ key", ...spec.keys], spec.queries.map((query, row) => [
            query,
            ...spec.keys.map((_, column) => {
              const place = row * spec.keys.length + column;
              return cellWord(panel.weights[place], Boolean(spec.allowed) && !spec.allowed[place]);
            }),
          ])),
        )
      : [make("p", {}, "Choose one head to see its numbers.")],
  );

  // Another kind may have fewer layers, another layer fewer heads, and switches that do nothing there.
  function fitControls() {
    const { layers } = data.kinds[state.kind];
    state.layer = Math.min(state.layer, layers.length - 1);
    layer.offer(layers.map((each, i) => [String(each.index), i]), state.layer);
    const { d_k, allowed, heads } = layers[state.layer];
    if (heads === 1) state.head = 0;
    else if (Number(state.head) >= heads) state.head = "all";
    const all = heads > 1 ? [["all heads", "all"]] : [];
    head.offer([...all, ...Array.from({ length: heads }, (_, i) => [`head ${i}`, i])], state.head);
    noScale.input.disabled = wrongAxis.input.disabled = !d_k;
    noMask.input.disabled = noMask.holder.hidden = !d_k || !allowed;
    unknown.hidden = Boolean(d_k);
    if (!d_k) noScale.input.checked = wrongAxis.input.checked = state.noScale = state.wrongAxis = false;
    if (noMask.input.disabled) noMask.input.checked = state.noMask = false;
  }

  let playing = null;
  function stop() {
    clearInterval(playing);
    playing = null;
    play.textContent = "Play";
  }
  function startPlaying() {
    const final = data.steps.length - 1;
    const go = (to) => {
      state.step = to;
      step.show(to);
      redraw();
    };
    go(state.step === final ? 0 : state.step);
    play.textContent = "Stop";
    playing = setInterval(() => (state.step === final || !live.isConnected ? stop() : go(state.step + 1)), PLAY_MS);
  }

  function redraw() {
    spec = specOf(data, state);
    title.textContent = titleOf(data, state, spec.now);
    const change = changeName(state);
    status.textContent = change ? `What if: ${change}. ${describeChange(spec.now)}` : describe(spec);
    canvas.setAttribute("aria-label", `${title.textContent}: attention weights. ${describe(spec)} Arrow keys move over the cells.`);
    tables.refill();
    point(null);
  }

  function draw() {
    const width = body.clientWidth;
    const narrow = spec && spec.panels.length > 2 ? 1100 : 700; // then the words stand below
    if (width && spec) layout = drawMaps(canvas, spec, width > narrow ? width - SIDE : width, at);
  }

  function point(next) {
    at = next;
    draw();
    pointed.textContent = at ? cellWords(spec, at) : "Point at a cell, or press Tab and the arrow keys, to read its number.";
  }

  const row = (...parts) => make("div", { class: "tutor-row" }, ...parts);
  const scale = make("p", {}, make("span", { class: "tutor-scale", style: `background:${GRADIENT}` }), "Colour: from 0 to 1 in every map.");
  const picture = make("div", { class: "tutor-picture" }, canvas);
  const body = make("div", { class: "tutor-body" }, picture, make("div", { class: "tutor-side" }, title, status, pointed, scale));
  live.append(
    row(kind.holder, layer.holder, head.holder, step.holder, play),
    row("What if:", temperature.holder, noScale.holder, noMask.holder, wrongAxis.holder),
    unknown, body, tables.made,
    ...(data.left_out ? [make("p", { class: "tutor-quiet" }, data.left_out)] : []),
  );
  followCells(canvas, () => layout, point);
  fitControls();
  redraw();
  redrawOnResize(body, draw);
});
