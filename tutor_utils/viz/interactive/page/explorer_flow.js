// The layout of the picture of the model, and the picture itself.
//
// u runs along the model, v from token to token. Three layouts: encoder and decoder in one band;
// in two bands, where one is too wide; and from top to bottom, on a phone.

const SVG = "http://www.w3.org/2000/svg";
const PHONE = 640; // pixels
const LEAST = 0.03; // smaller weights are not drawn

const NAMES = { embed: "embedding", self: "self-attention", cross: "cross-attention", feed: "feed-forward", norm: "norm", output: "output" };
const DOES = { embed: "row + position", self: "tokens ask tokens", cross: "target asks source", feed: "each token alone", norm: "one size again" };
const ROOM = { embed: 70, self: 100, cross: 122, feed: 92, norm: 76, says: 46 };
const ROOM_DOWN = { embed: 48, self: 84, cross: 104, feed: 66, norm: 46, says: 38 };
const NOTE = 24; // below the tokens of a box: its effect on the followed token
const ENDS = 176; // for the output words and the likeliest next ones
const EDGE = 8; // on a phone, at the side of the boxes: the memory runs there

function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  if ("tabindex" in attributes) made.dataset[KEYS_OWN] = "true";
  made.append(...children);
  return made;
}

const bare = (word) => word.replace(/^<(.+)>$/, "$1"); // a phone has no room for the brackets of <eos>
const short = (word, most) => ([...word].length > most ? `${[...word].slice(0, most - 1).join("")}…` : word);
const whereIs = ({ side, layer }) => (layer === undefined ? side : `${side} layer ${layer}`);
const readsOut = ({ side, kind }) => side === "decoder" && (kind === "feed" || kind === "embed");

function arrangeFlow(now, width, followed) {
  const down = width < PHONE;
  const room = down ? ROOM_DOWN : ROOM;
  const spans = (stages) => stages.reduce((sum, stage) => sum + room[stage.kind] + (readsOut(stage) ? room.says : 0), 0);
  const [left, between] = down ? [60, 88] : [54, 84];
  const [encoder, decoder] = [spans(now.encoder), spans(now.decoder)];
  const words = room.says * now.decoder.filter(readsOut).length;
  const fit = (band, fixed) => (width - 12 - left - fixed) / band; // how far the stages are stretched
  const one = fit(encoder + decoder - words, between + ENDS + words);
  const stacked = !down && one < 0.8;
  const stretch = down ? 1 : Math.min(1.4, Math.max(0.8, stacked ? fit(decoder - words, ENDS + words) : one));
  const [rows, columns] = [now.tgt.length, now.src.length];
  const pitch = down ? (width - 16 - EDGE) / Math.max(rows, columns) : Math.max(20, Math.min(stacked ? 24 : 30, 300 / Math.max(rows, columns)));
  const deepHead = now.layers > 1 && !down ? 14 : 0; // for the names of the layers
  const top = { encoder: down ? 8 : 76 + deepHead };
  top.decoder = top.encoder + (stacked ? columns * pitch + 120 + (followed === "encoder" ? NOTE : 0) + deepHead : 0);
  const places = new Map();
  const panels = [];
  let u = left;
  for (const side of ["encoder", "decoder"]) {
    const begin = u;
    for (const stage of now[side]) {
      const from = u;
      u += room[stage.kind] * stretch;
      const first = stage.kind === "embed";
      const place = { from, at: u, begin: first ? from + 2 : from + 12, end: u + 10 };
      if (stage.kind === "cross") place.ghost = from + (down ? 0.42 : 0.36) * (u - from);
      if (readsOut(stage)) {
        place.says = u + (down ? 34 : 14);
        u += room.says;
      }
      places.set(stage.key, place);
    }
    panels.push({ side, begin: begin - 6, end: u + 16 });
    if (side === "encoder") u = stacked ? left : u + between;
  }
  const count = { encoder: columns, decoder: rows };
  const note = (side) => (down || (stacked && side !== followed) ? 0 : NOTE);
  const v = (side, row) => top[side] + (row + 0.5) * pitch;
  const longest = { encoder: columns, decoder: stacked ? Math.max(rows, columns) : rows }; // the memory is drawn there, too
  const bottom = (side) => top[side] + longest[side] * pitch + note(side);
  const deep = stacked ? bottom("decoder") : Math.max(bottom("encoder"), bottom("decoder"));
  return { down, stacked, deepHead, pitch, top, places, panels, v, bottom, note, deep, u, count, width,
    P: (a, b) => (down ? [b, a] : [a, b]) };
}

// The picture as one SVG. `act` holds the actions of clicks.
function drawFlow(now, state, data, width, act) {
  const form = arrangeFlow(now, width, state.token.side);
  const names = ["panels", "memory", "faint", "streams", "lines", "beads", "words"];
  const layers = Object.fromEntries(names.map((name) => [name, svg("g", { "aria-hidden": name === "panels" || name === "words" ? "false" : "true" })]));
  const draw = { form, layers: { ...layers, thin: new Map() }, now, state, data, act };
  drawPanels(draw);
  drawMemory(draw);
  for (const side of ["encoder", "decoder"]) {
    drawStreams(draw, side);
    drawTokens(draw, side);
  }
  draw.layers.thin.forEach((d, key) => layers.faint.append(svg("path", { d, class: "tutor-faint", "stroke-width": Number(key.split(" ")[1]) })));
  const foot = drawAnswers(draw);
  drawNotes(draw);
  const [w, h] = form.down ? [width - 2, foot] : [Math.max(form.u + ENDS, width - 4), form.deep + 40];
  const label = "The model, stage by stage. Arrow keys go from box to box, and from token to token.";
  return svg("svg", { width: w, height: h, viewBox: `0 0 ${w} ${h}`, role: "group", "aria-label": label }, ...Object.values(layers));
}

function write2({ form, layers }, words, u, v, more = {}, target = layers.words) {
  const [x, y] = form.P(u, v);
  target.append(svg("text", { x: x.toFixed(1), y: y.toFixed(1), ...more }, words));
}

function box({ form }, u, v, du, dv, more) {
  const [[x, y], [w, h]] = [form.P(u, v), form.P(du, dv)];
  return svg("rect", { x: x.toFixed(1), y: y.toFixed(1), width: Math.max(w, 0).toFixed(1), height: Math.max(h, 0).toFixed(1), ...more });
}

function curve({ form: { P } }, u1, v1, u2, v2) {
  const middle = (u1 + u2) / 2;
  return `M${P(u1, v1)}C${P(middle, v1)},${P(middle, v2)},${P(u2, v2)}`;
}

const followed = ({ state }, side, row) => state.token.side === side && state.token.row === row;

// The panels of encoder and decoder, and in them a box for each stage: a button.
function drawPanels(draw) {
  const { form, layers, now, state, act } = draw;
  const { down, top, bottom, places, panels, deep } = form;
  const low = (side) => (form.stacked ? bottom(side) : deep);
  panels.forEach(({ side, begin, end }) => {
    const [v, dv] = down ? [0, form.width - 4 - EDGE] : [top[side] - 50 - form.deepHead, low(side) - top[side] + 62 + form.deepHead];
    layers.panels.append(box(draw, down ? begin - 54 : begin, v, end - begin + (down ? 50 : 0), dv, { rx: 8, class: "tutor-panel" }));
    const role = side === "encoder" ? "Encoder: reads the source" : state.whatIf.noMask ? "Decoder, no mask: each word sees the later ones" : "Decoder: writes, word by word";
    write2(draw, role, down ? begin - 42 : begin + 4, down ? 8 : top[side] - 62 - form.deepHead, { class: "tutor-title" });
  });
  [...now.stages, { key: "output", kind: "output", side: "decoder" }].forEach((stage, i) => {
    const open = state.stage === stage.key;
    const entry = open || (!state.stage && i === 0); // one of them is in the tab order
    const made = svg("g", { role: "button", tabindex: entry ? 0 : -1, "aria-pressed": open, "data-stage": stage.key,
      "aria-label": `${NAMES[stage.kind]}, ${whereIs(stage)}`, class: open ? "tutor-stage tutor-open" : "tutor-stage" });
    if (stage.kind === "output") made.append(outputBox(draw));
    else {
      const { begin, end } = places.get(stage.key);
      made.append(box(draw, begin, down ? 6 : top[stage.side] - 40, end - begin, down ? form.width - 18 - EDGE : low(stage.side) - top[stage.side] + 46, { rx: 6 }));
      const [middle, v] = [(begin + end) / 2, top[stage.side]];
      if (down) write2(draw, `${now.layers > 1 && stage.kind === "self" ? `layer ${stage.layer}, ` : ""}${NAMES[stage.kind]}: ${doneFor(draw, stage).replace("|", " ") || DOES[stage.kind]}`, begin + 10, 12, { class: open ? "tutor-name tutor-lit" : "tutor-name" }); // over the streams
      else {
        const done = doneFor(draw, stage);
        if (done) done.split("|").forEach((words, i) => write2(draw, words, middle, low(stage.side) - 14 + 11 * i, { class: "tutor-note tutor-lit", "text-anchor": "middle" }));
        if (form.deepHead && stage.kind === "self") write2(draw, `layer ${stage.layer}`, begin, v - 51, { class: "tutor-note tutor-lit" });
        write2(draw, NAMES[stage.kind], middle, v - 27, { class: "tutor-name", "text-anchor": "middle" }, made);
        if (end - begin > 5.4 * DOES[stage.kind].length) write2(draw, DOES[stage.kind], middle, v - 13, { class: "tutor-note", "text-anchor": "middle" }, made);
      }
    }
    made.addEventListener("click", () => act.open(stage.key, true));
    layers.panels.append(made);
  });
}

// The effect of a box on the followed token, in a few words, "|" between two lines; "" for a token of the other side.
function doneFor({ now, state, data }, stage) {
  const { side, row } = state.token;
  if (side !== stage.side) return "";
  if (stage.hidden) return `${stage.hidden[row].filter((value) => value > 0).length} of ${stage.hidden[row].length} open`;
  const on = (stage.heads || []).flatMap(({ off }, head) => (off ? [] : [head]));
  if (!on.length) return stage.heads ? "all heads off" : "";
  const columns = stage.heads[0].weights.length / stage.x.length;
  const reads = on.map((head) => {
    const key = best(stage.heads[head].weights, row, columns);
    return { head, key, weight: stage.heads[head].weights[row * columns + key] };
  });
  const { head, key, weight } = reads.reduce((a, b) => (b.weight > a.weight ? b : a));
  const word = stage.kind === "cross" ? inMemory({ now, state, data })[key] : wordAt({ now, data }, side, key);
  return `head ${head} reads|${short(bare(word), 5)}, ${percent(weight)}`;
}

// The memory, as one line from the encoder to every cross-attention.
function drawMemory(draw) {
  const { form, layers, now } = draw;
  const { P, places, stacked, bottom, deep, top, down } = form;
  const start = places.get(last(now.encoder).key).at;
  const ends = now.decoder.filter(({ kind }) => kind === "cross").map(({ key }) => places.get(key).ghost);
  const from = bottom("encoder") - (down ? form.pitch / 2 - 8 : form.note("encoder") + 4);
  const run = stacked ? bottom("encoder") + 26 : down ? form.width - EDGE - 6 : deep + 20;
  const to = stacked ? top.decoder - 42 : down ? run : deep + 8; // the edge of the box
  const [first, end] = [Math.min(start, ...ends), Math.max(start, ...ends)];
  const d = `M${P(start, from)}L${P(start, run)}M${P(first, run)}L${P(end, run)}${ends.map((u) => `M${P(u, run)}L${P(u, down ? from : to)}`).join("")}`;
  layers.memory.append(svg("path", { d, class: "tutor-memory" }));
  if (!down) write2(draw, "memory: each cross-attention reads it", stacked ? first + 8 : end - 8, run + 11, { class: "tutor-note", "text-anchor": stacked ? "start" : "end" });
}

// The residual stream of each token: a line as thick as x is large, and on it each stage.
function drawStreams(draw, side) {
  const { form, layers, now } = draw;
  const { P, places } = form;
  const largest = Math.max(...now.stages.flatMap(({ x }) => x.map(length)), 1e-9);
  const stages = now[side];
  for (let row = 0; row < form.count[side]; row++) {
    const v = form.v(side, row);
    const lit = followed(draw, side, row);
    const mark = lit ? " tutor-lit" : "";
    stages.forEach((stage, i) => {
      const { at, from, ghost } = places.get(stage.key);
      const next = stages[i + 1];
      const to = next ? places.get(next.key).at : side === "decoder" ? form.u + 4 : at;
      const thick = 0.8 + (5 * length(stage.x[row])) / largest;
      layers.streams.append(svg("path", { d: `M${P(at, v)}L${P(to, v)}`, class: `tutor-stream${mark}`, "stroke-width": thick.toFixed(2) }));
      if (stage.kind === "embed") layers.streams.append(svg("path", { d: `M${P(from, v)}L${P(at, v)}`, class: `tutor-stream${mark}`, "stroke-width": 1 }));
      if (stage.kind === "feed") layers.lines.append(lozenge(draw, stage, row, lit));
      if (stage.heads) drawAttention(draw, stage, row, lit, ghost || from);
      layers.beads.append(bead(side, ...P(at, v), mark));
      if (stage.predicted) drawSays(draw, stage, row, lit);
    });
  }
  stages.filter(({ kind }) => kind === "cross").forEach(({ key }) =>
    now.src.forEach((_, place) => {
      const swapped = draw.state.whatIf.swap && draw.state.whatIf.swap.place === place;
      const mark = swapped ? " tutor-swapped" : followed(draw, "encoder", place) ? " tutor-lit" : "";
      layers.beads.append(bead("encoder", ...P(places.get(key).ghost, form.down || !form.stacked ? form.v("encoder", place) : form.top.decoder + (place + 0.5) * form.pitch), mark));
    }));
}

// Source tokens are squares, target tokens circles.
function bead(side, x, y, mark) {
  const more = { class: `tutor-bead${mark}` };
  return side === "encoder"
    ? svg("rect", { x: (x - 4.5).toFixed(1), y: (y - 4.5).toFixed(1), width: 9, height: 9, ...more })
    : svg("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: 5, ...more });
}

const wordAt = ({ now, data }, side, row) => (side === "encoder" ? data.source_words[now.src[row]] : data.target_words[now.tgt[row]]);

// The words that the memory holds: one may be of another sentence.
function inMemory({ now, state, data }) {
  const { swap } = state.whatIf;
  return now.src.map((id, place) => data.source_words[swap && swap.place === place ? swap.src[Math.min(place, swap.src.length - 1)] : id]);
}

// From each key to the query that reads it, a line for each head.
function drawAttention(draw, stage, row, lit, begin) {
  const { form, layers, state } = draw;
  const { at } = form.places.get(stage.key);
  const columns = stage.heads[0].weights.length / stage.x.length;
  const top = stage.kind === "cross" && form.stacked ? form.top.decoder : form.top[stage.side];
  stage.heads.forEach(({ weights, off }, head) => {
    for (let column = 0; column < columns; column++) {
      const weight = weights[row * columns + column];
      const read = state.token.side === "encoder" && stage.kind === "cross" && state.token.row === column;
      const strong = lit || read;
      if (off || weight < (strong ? LEAST : 3 * LEAST)) continue;
      const spread = (head - (stage.heads.length - 1) / 2) * 2.4;
      const d = curve(draw, begin, top + (column + 0.5) * form.pitch + spread, at - 4, form.v(stage.side, row) + spread);
      // weaker lines of a box share a few paths: one path each would be hundreds
      const key = `${stage.key} ${Math.ceil(4 * weight)}`;
      if (!strong) layers.thin.set(key, `${layers.thin.get(key) || ""}${d}`);
      else layers.lines.append(svg("path", { d, class: "tutor-line", stroke: PALETTE[head % PALETTE.length], "stroke-width": (0.6 + 3.6 * weight).toFixed(2), "stroke-opacity": Math.min(1, 0.3 + weight).toFixed(2) },
        svg("title", {}, `head ${head}: ${wordAt(draw, stage.side, row)} reads ${stage.kind === "cross" ? inMemory(draw)[column] : wordAt(draw, stage.side, column)}, ${two(weight)}`)));
    }
  });
}

// The feed-forward network as a diamond, as high as many hidden features are above 0.
function lozenge({ form }, { hidden, key, side }, row, lit) {
  const { begin, at } = form.places.get(key);
  const [v, middle, long] = [form.v(side, row), (begin + at) / 2 - 2, (at - begin) * 0.38];
  const share = hidden[row].filter((value) => value > 0).length / hidden[row].length;
  const half = Math.min(form.pitch * 0.46, 12) * (0.2 + 0.8 * share);
  const P = form.P;
  return svg("path", { d: `M${P(middle - long, v)}L${P(middle, v - half)}L${P(middle + long, v)}L${P(middle, v + half)}Z`, class: lit ? "tutor-wide tutor-lit" : "tutor-wide" });
}

// The likeliest word after this layer, and a bar for its probability.
function drawSays({ form, layers, data }, stage, row, lit) {
  const { down, pitch, P, v } = form;
  const { id, share } = stage.predicted[row];
  const [x, y] = P(form.places.get(stage.key).says, v("decoder", row));
  const room = down ? pitch - 6 : 30;
  const left = down ? x - room / 2 : x;
  layers.words.append(svg("text", { x: (down ? x : left).toFixed(1), y: (y - 2).toFixed(1), "text-anchor": down ? "middle" : "start", class: lit ? "tutor-says tutor-lit" : "tutor-says" },
    short(bare(data.target_words[id]), down ? 4 : 5)));
  layers.words.append(svg("rect", { x: left.toFixed(1), y: (y + 5).toFixed(1), width: room.toFixed(1), height: 2.5, class: "tutor-track" }));
  layers.words.append(svg("rect", { x: left.toFixed(1), y: (y + 5).toFixed(1), width: (room * share).toFixed(1), height: 2.5, class: "tutor-share" }));
}

// The tokens at the beginning of their streams: radio buttons, one of which is followed.
function drawTokens(draw, side) {
  const { form, layers, state, act } = draw;
  const { down, pitch } = form;
  const begin = form.places.get(`${side}.embed`).from;
  const words = Array.from({ length: form.count[side] }, (_, row) => wordAt(draw, side, row));
  const holder = svg("g", { role: "radiogroup", "aria-label": side === "encoder" ? "Follow a token of the source" : "Follow a token of the target" });
  words.forEach((word, row) => {
    const lit = followed(draw, side, row);
    const [x, y] = form.P(begin - (down ? 15 : 30), form.v(side, row));
    const [w, h] = down ? [Math.min(pitch - 2, 44), 24] : [44, Math.min(pitch - 3, 24)];
    const entry = lit || (row === 0 && state.token.side !== side) ? 0 : -1;
    const one = svg("g", { role: "radio", "aria-checked": lit, tabindex: entry, "data-token": `${side}.${row}`, "aria-label": `${word}, position ${row}`,
      class: lit ? "tutor-token tutor-lit" : "tutor-token" },
      svg("rect", { x: (x - w / 2).toFixed(1), y: (y - h / 2).toFixed(1), width: w.toFixed(1), height: h.toFixed(1), rx: side === "encoder" ? 3 : 11 }),
      svg("text", { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": "middle" }, down ? short(bare(word), 4) : short(word, 6)));
    one.addEventListener("click", () => act.follow(side, row));
    holder.append(one);
  });
  layers.words.append(holder);
}

const answersAt = ({ form, state, now }) => {
  const row = state.token.side === "decoder" ? state.token.row : now.tgt.length - 1;
  if (form.down) return { row, left: 10, top: form.u + 62, wide: form.width - 24 };
  const [from, to] = [form.top.decoder - 10, (form.stacked ? form.bottom("decoder") : form.deep) - 116];
  return { row, left: form.u + 60, top: Math.max(from, Math.min(form.v("decoder", row) - 28, to)), wide: ENDS - 64 };
};

function outputBox(draw) {
  const { left, top, wide } = answersAt(draw);
  return svg("rect", { x: left, y: top.toFixed(1), width: wide, height: 132, rx: 6 });
}

// The output words, and the likeliest words after the followed token.
function drawAnswers(draw) {
  const { form, layers, now, data } = draw;
  const { down } = form;
  const { row, left, top, wide } = answersAt(draw);
  outputIn(draw).forEach((id, place) => {
    const [x, y] = form.P(form.u + (down ? 30 : 14), form.v("decoder", place));
    const was = !draw.state.whatIf.noMask && now.baseline.output[place];
    if (was !== false && was !== id) layers.words.append(svg("text", { x: x.toFixed(1), y: (y + 12).toFixed(1), "text-anchor": down ? "middle" : "start", class: "tutor-note" }, was === undefined ? "new" : `was ${short(bare(data.target_words[was]), 4)}`));
    layers.words.append(svg("text", { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": down ? "middle" : "start", class: place === row ? "tutor-out tutor-lit" : "tutor-out" },
      down ? short(bare(data.target_words[id]), 4) : short(data.target_words[id], 6)));
  });
  const y0 = top + 15;
  layers.words.append(svg("text", { x: left + 8, y: y0.toFixed(1), class: "tutor-name" }, draw.state.whatIf.noMask ? "seeing all words" : `after ${short(data.target_words[now.tgt[row]], 8)}`));
  const room = wide - 95;
  ranked(now.logits[row]).slice(0, 5).forEach(({ id, share }, i) => {
    const y = y0 + 22 + 21 * i;
    const mark = i ? "" : " tutor-lit";
    layers.words.append(
      svg("text", { x: left + 47, y: y.toFixed(1), "text-anchor": "end", class: `tutor-out${mark}` }, short(data.target_words[id], 6)),
      svg("rect", { x: left + 53, y: (y - 7).toFixed(1), width: Math.max(1, room * share).toFixed(1), height: 13, rx: 2, class: `tutor-bar${mark}` }),
      svg("text", { x: (left + 57 + room * share).toFixed(1), y: y.toFixed(1), class: "tutor-note" }, percent(share)));
  });
  if (!down) layers.lines.append(svg("path", { d: curve(draw, form.u + 16 + 8 * short(data.target_words[outputIn(draw)[row]], 6).length, form.v("decoder", row), left - 1, top + 37), class: "tutor-leads" }));
  return top + 142;
}

// The output after each token; without a mask, the prediction that saw the later words too.
const outputIn = ({ now, state }) => (state.whatIf.noMask ? now.logits.map((row) => ranked(row)[0].id) : now.output);

const overColumn = (draw, words, u, v = draw.form.top.decoder) => words.forEach((word, i) => write2(draw, word, u, v - 1 - 11 * (words.length - i), { class: "tutor-note" }));

// Headings of the columns of words.
function drawNotes(draw) {
  const { form, now, state } = draw;
  const ends = now.decoder.filter(readsOut).map(({ key }) => form.places.get(key).says);
  const all = state.whatIf.noMask;
  if (form.down) {
    ends.forEach((u) => write2(draw, "it says this, if it ended here", u - 17, 12, { class: "tutor-note" }));
    write2(draw, all ? "seeing all, it would say" : "it says", form.u + 16, 12, { class: "tutor-note" });
    return;
  }
  ends.forEach((u) => overColumn(draw, ["says, if", "it ended", "here"], u));
  overColumn(draw, all ? ["seeing all", "would say"] : ["it", "says"], form.u + 14);
  for (const side of ["encoder", "decoder"]) overColumn(draw, ["click", "to follow"], form.places.get(`${side}.embed`).from - 52, form.top[side]);
}
