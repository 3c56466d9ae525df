// uses: core, explorer_forward, explorer_flow
// The panel of one box: its formula, its shapes, its numbers for this source, and the learner's code.

const ABOUT = {
  embed: ["The row of each id in the table, times √d_model, plus the numbers of its position.", "x = √d_model · E[id] + P[position]"],
  self: ["Every token asks all tokens of its own sentence: query · key says how well they fit; the values are mixed.", "softmax(q·k / √d_k) · v"],
  cross: ["The target asks, the source answers: queries from the decoder, keys and values from the memory.", "softmax(q·k / √d_k) · v"],
  feed: ["Each token thinks alone: wider, ReLU, and back.", "max(0, x W₁ + b₁) W₂ + b₂"],
  output: ["How well x fits each word: a number for each, the logits. Softmax makes shares of them.", "logits = x Wᵀ + b"],
  norm: ["Mean 0 and deviation 1 for each token; then a learned gain and bias.", "(x − mean) / deviation · gain + bias"],
};

const heading = (words) => make("p", { role: "heading", "aria-level": "2", class: "tutor-heading" }, words);

// Negative numbers orange, positive ones purple, as in the course's difference pictures.
function signed(value, top) {
  const share = Math.min(1, Math.abs(value) / (top || 1));
  const [from, to] = [[247, 247, 247], value < 0 ? [179, 88, 6] : [84, 39, 136]];
  return css(from.map((part, i) => Math.round(part + share * (to[i] - part))));
}

// One strip of numbers as cells.
function strip(label, row, top, paint = signed) {
  const cell = 14;
  const across = Math.min(row.length, 32);
  const down = Math.ceil(row.length / across);
  const made = svg("svg", { width: across * cell, height: down * cell, viewBox: `0 0 ${across * cell} ${down * cell}`, role: "img",
    "aria-label": `${label}: ${row.length} numbers from ${twoDecimals(Math.min(...row))} to ${twoDecimals(Math.max(...row))}` });
  row.forEach((value, i) => made.append(svg("rect", { x: (i % across) * cell, y: Math.floor(i / across) * cell, width: cell - 1, height: cell - 1, fill: paint(value, top) })));
  return make("figure", { class: "tutor-strip-of" }, make("figcaption", {}, label), made);
}

const largestOf = (...rows) => Math.max(...rows.flatMap((row) => [...row].map(Math.abs)), 1e-9);

// The map of one head: queries down, keys across, blocked cells hatched.
function headMap(stage, head, queries, keys, row, column, cell) {
  const { weights } = stage.heads[head];
  const [rows, columns, left, top] = [queries.length, keys.length, 36, 16];
  const [w, h] = [left + columns * cell + 2, top + rows * cell + 2];
  const made = svg("svg", { width: w, height: h, viewBox: `0 0 ${w} ${h}`, role: "img",
    "aria-label": `Head ${head}: ${row === null ? "" : `'${queries[row]}' looks most at '${keys[argmax(weights, row, columns)]}'`}` });
  weights.forEach((weight, place) => {
    const [x, y] = [left + (place % columns) * cell, top + Math.floor(place / columns) * cell];
    const blocked = !stage.allowed[place];
    const edge = blocked ? 3 : 0; // a blocked weight shows inside a frame
    const own = svg("g", {}, svg("title", {}, `${queries[Math.floor(place / columns)]} reads ${keys[place % columns]}: ${cellWord(weight, blocked)}`));
    if (blocked) own.append(
      svg("rect", { x, y, width: cell, height: cell, fill: THEME.blocked }),
      svg("path", { d: `M${x},${y + cell}L${x + cell},${y}`, stroke: THEME.hatch, "stroke-width": 1 }));
    if (!blocked || weight) own.append(svg("rect", { x: x + edge, y: y + edge, width: cell - 2 * edge, height: cell - 2 * edge, fill: css(shade(weight)) }));
    made.append(own);
  });
  queries.forEach((word, i) => made.append(svg("text", { x: left - 4, y: top + (i + 0.5) * cell, "text-anchor": "end", class: i === row ? "tutor-lit" : "" }, short(bare(word), 5))));
  keys.forEach((word, i) => made.append(svg("text", { x: left + (i + 0.5) * cell, y: top - 8, "text-anchor": "middle", class: i === column ? "tutor-lit" : "" }, short(bare(word), cell > 18 ? 4 : 2))));
  if (row !== null) made.append(svg("rect", { x: left, y: top + row * cell, width: columns * cell, height: cell, class: "tutor-picked" }));
  if (column !== null) made.append(svg("rect", { x: left + column * cell, y: top, width: cell, height: rows * cell, class: "tutor-picked" }));
  return made;
}

// The picture of a stage, and its numbers as tables.
function contentOf(stage, now, state, data, actions) {
  const words = { encoder: now.src.map((id) => data.source_words[id]), decoder: now.tgt.map((id) => data.target_words[id]) };
  const { side, row } = state.token;
  const own = words[stage.side];
  const at = side === stage.side ? row : stage.side === "decoder" ? now.tgt.length - 1 : 0;
  const name = `'${own[at]}', position ${at}`;
  const [h, d] = [data.heads, now.memory[0].length];
  const switchButton = (head) => {
    const key = `${stage.key}.${head}`;
    const is = stage.heads[head].off;
    const turn = button(is ? "Switch on" : "Switch off", () => actions.switchHead(key));
    turn.dataset.head = key;
    turn.setAttribute("aria-pressed", String(is));
    turn.setAttribute("aria-label", `Switch head ${head} ${is ? "on" : "off"}`);
    return turn;
  };
  const features = (caption, rows) => table(caption, ["feature", ...Array.from(rows[0][1], (_, i) => String(i))], rows.map(([label, row]) => [label, ...Array.from(row, twoDecimals)]));
  if (stage.heads) {
    const keys = stage.kind === "cross" ? inMemory({ now, state, data }) : own;
    const queryRow = side === stage.side ? row : null;
    const keyRow = side === "encoder" && stage.kind === "cross" ? row : null;
    const cell = Math.max(13, Math.min(26, 200 / Math.max(keys.length, own.length)));
    const query = choice("query", own.map((word, i) => [`${word}, position ${i}`, i]), at, (i) => actions.followQuery(stage.side, Number(i)));
    query.select.dataset.query = "";
    const effect = make("p", { class: "tutor-effect" }, ...actions.answer());
    if (state.head !== null) return oneHead(stage, state.head, own, keys, at, [switchButton(state.head), effect, query.holder]);
    const maps = stage.heads.map((each, head) => {
      const map = make("div", { class: "tutor-map" }, headMap(stage, head, own, keys, queryRow, keyRow, cell));
      const zoom = button(headLabel(head), () => actions.showHead(head));
      zoom.setAttribute("aria-label", `Look into head ${head}`);
      zoom.dataset.look = String(head);
      map.addEventListener("click", () => actions.showHead(head));
      return make("figure", { class: each.off ? "tutor-head tutor-off" : "tutor-head" }, make("figcaption", {}, zoom, switchButton(head)), map);
    });
    return { shape: `q, k, v: (${h}, L, ${d / h}); weights: (${h}, ${own.length}, ${keys.length})`,
      note: `Each row is a query, each column a key; bright is much attention, hatched is blocked by the mask.`,
      picture: [effect, ...maps],
      numbers: () => stage.heads.map(({ weights }, head) => table(`head ${head}`, ["query \\ key", ...keys],
        own.map((query, i) => [query, ...keys.map((_, j) => cellWord(weights[i * keys.length + j], !stage.allowed[i * keys.length + j]))]))) };
  }
  if (stage.kind === "feed") {
    const hidden = stage.hidden[at];
    const open = hidden.filter((value) => value > 0).length;
    const top = largestOf(stage.added[at]);
    return { shape: `(${own.length}, ${d}) → (${own.length}, ${hidden.length}) → (${own.length}, ${d})`,
      note: `For ${name}: ReLU lets ${open} of ${hidden.length} hidden features through.`,
      picture: [strip("hidden, after ReLU", hidden, largestOf(hidden), (value, most) => (value ? css(shade(value / most)) : "#e3e6ea")), strip("what it adds to x", stage.added[at], top)],
      numbers: () => [features(name, [["hidden", hidden]]), features(name, [["added", stage.added[at]]])] };
  }
  if (stage.kind === "embed") {
    const rows = [stage.words[at], stage.positions[at], stage.x[at]];
    const top = largestOf(...rows);
    return { shape: `ids (${own.length},) → x (${own.length}, ${d})`, note: `For ${name}: row ${(stage.side === "encoder" ? now.src : now.tgt)[at]} of the table, and position ${at}.`,
      picture: [strip("its row · √d_model", rows[0], top), strip("+ its position", rows[1], top), strip("= x", rows[2], top)],
      numbers: () => [features(name, [["row", rows[0]], ["position", rows[1]], ["x", rows[2]]])] };
  }
  if (stage.kind === "output") return outputContent(now, at, name, data);
  const top = largestOf(stage.before[at], stage.x[at]);
  return { shape: `(${own.length}, ${d})`, note: `For ${name}: size ${twoDecimals(length(stage.before[at]))} before, ${twoDecimals(length(stage.x[at]))} behind.`,
    picture: [strip("before", stage.before[at], top), strip("after", stage.x[at], top)],
    numbers: () => [features(name, [["before", stage.before[at]], ["after", stage.x[at]]])] };
}

const headLabel = (head) => make("span", {}, make("i", { class: "tutor-chip", style: `background:${PALETTE[head % PALETTE.length]}` }), `head ${head}`);

// One head, one query: every number from q and k to the head's output.
function oneHead(stage, head, own, keys, at, above) {
  const { scores, by, weights, off, parts: [q, k, v] } = stage.heads[head];
  const [columns, width] = [keys.length, q[0].length];
  const place = (key) => at * columns + key;
  const most = argmax(weights, at, columns);
  const mixed = Array.from({ length: width }, (_, i) => keys.reduce((sum, _, key) => sum + weights[place(key)] * v[key][i], 0));
  const share = (weight) => make("span", { class: "tutor-rank" }, twoDecimals(weight), make("i", { style: `width:${Math.round(100 * weight)}%` }));
  const rows = keys.map((word, key) => {
    const blocked = !stage.allowed[place(key)];
    const raw = scores[place(key)];
    return [`${word}, position ${key}`, twoDecimals(raw / by), blocked && !weights[place(key)] ? "blocked" : twoDecimals(raw), share(weights[place(key)])];
  });
  const divided = by === 1 ? "not divided" : `÷ √${width} = ${twoDecimals(1 / by)}`;
  const steps = table(`'${own[at]}', position ${at}, asks each key`, ["key", "q · k", divided, "softmax"], rows);
  steps.classList.add("tutor-steps");
  const top = largestOf(q[at], k[most], v[most], mixed);
  const strips = [[`q of '${own[at]}': what it asks`, q[at]], [`k of '${keys[most]}', which it reads most`, k[most]], [`v of '${keys[most]}'`, v[most]],
    [off ? "all v, each times its weight; switched off, so 0 goes on" : "all v, each times its weight: what this head hands on", mixed]];
  const cell = Math.max(16, Math.min(34, 250 / Math.max(columns, own.length)));
  const map = make("figure", { class: off ? "tutor-head tutor-off" : "tutor-head" }, make("figcaption", {}, headLabel(head), above[0]), headMap(stage, head, own, keys, at, null, cell));
  return { shape: `q: (${own.length}, ${width}); k, v: (${columns}, ${width}); weights: (${own.length}, ${columns})`,
    note: `Each row of the map is a query; the table and the numbers below it are those of '${own[at]}'.`,
    picture: [above[1], map, make("div", {}, above[2], steps), ...strips.map(([label, row]) => strip(label, row, top))],
    numbers: () => [table(`head ${head}`, ["feature", ...Array.from(mixed, (_, i) => String(i))], strips.map(([label, row]) => [label, ...Array.from(row, twoDecimals)]))] };
}

// The likeliest words after each layer, for one token.
function outputContent(now, at, name, data) {
  const steps = now.decoder.filter(hasPrediction);
  const where = ({ kind, layer }) => (kind === "embed" ? "after the embedding" : `after layer ${layer}`);
  const rows = steps.map((stage) => [where(stage), ...stage.ranks[at].slice(0, 3)]);
  const rankedWord = ({ id, share }) => make("span", { class: "tutor-rank" }, make("b", {}, data.target_words[id]), ` ${percent(share)}`,
    make("i", { style: `width:${Math.round(100 * share)}%` }));
  const made = table(`What it would say, ${name}`, ["would say", "first", "second", "third"], rows.map(([step, ...ranks]) => [step, ...ranks.map(rankedWord)]));
  const logits = ranked(now.logits[at]);
  return { shape: `x (${now.tgt.length}, ${now.decoder[0].x[0].length}) → logits (${now.tgt.length}, ${logits.length})`, note: "The last layer's x, read as if it were the end, layer by layer.",
    picture: [made], numbers: () => [table(name, ["word", "logit", "share"], logits.map(({ id, logit, share }) => [data.target_words[id], twoDecimals(logit), twoDecimals(share)]))] };
}

// The residual connection of this model: norm before or after the sublayer.
const residualFormula = (stage, first) =>
  stage.heads || stage.kind === "feed" ? (first ? "x + sublayer(norm(x))" : "norm(x + sublayer(x))") : "";

// The code of a box, made once, so that unfolded code stays unfolded.
function codeOf(stage, data) {
  const part = `${stage.side}.${stage.kind}`;
  data.made ??= {};
  if (part in data.made) return data.made[part];
  const found = (data.parts[part] || []).filter((key) => data.lines[key]).map((key, i) => {
    const [code, title] = [data.lines[key], data.titles[key]];
    const shown = make("pre", { tabindex: "0", role: "region", "aria-label": `code: ${title}` }, make("code", {}, code));
    return make("details", { open: !i }, make("summary", {}, title), shown);
  });
  data.made[part] = found.length ? make("div", { class: "tutor-lines" }, heading("The lines"), ...found) : null;
  return data.made[part];
}

// Fills the holder with the panel of a stage.
function fillPanel(holder, stage, now, state, data, actions) {
  const [about, formula] = ABOUT[stage.kind];
  const found = contentOf(stage, now, state, data, actions);
  const sum = residualFormula(stage, data.norm_first);
  const back = button("Back to the picture", actions.back);
  back.classList.add("tutor-back");
  const all = button("All heads", () => actions.showHead(null));
  all.dataset.look = "all";
  all.hidden = state.head === null;
  const facts = make("div", { class: "tutor-facts" },
    heading(`${state.head === null ? "" : `head ${state.head}, `}${NAMES[stage.kind]}, ${sideAndLayer(stage)}`),
    make("p", {}, about),
    make("p", {}, make("code", { class: "tutor-formula" }, formula)),
    make("p", {}, "shape: ", make("code", {}, found.shape)),
    ...(sum ? [make("p", {}, "residual connection: ", make("code", {}, sum))] : []), all, " ", back);
  const numbers = folded("The numbers", found.numbers);
  numbers.made.open = Boolean(holder.querySelector(".tutor-inside > details[open]"));
  const picture = make("div", { class: "tutor-inside" }, make("div", { class: "tutor-shown" }, ...found.picture), make("p", {}, found.note), numbers.made);
  const lines = codeOf(stage, data);
  holder.className = `tutor-panel-of${lines ? (state.head === null ? "" : " tutor-close") : " tutor-two"}`;
  holder.replaceChildren(facts, picture, ...(lines ? [lines] : []));
}
