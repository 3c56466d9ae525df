// uses: core, explorer_forward
// The layout of the picture of the model, and the picture itself.
//
// `along` runs along the model, `across` from token to token; `toXY` makes x and y of them. Three
// layouts: encoder and decoder in one band; in two bands, where one is too wide; and, on a phone,
// from top to bottom.

const SVG = "http://www.w3.org/2000/svg";
const PHONE = 640; // pixels
const LEAST = 0.03; // smaller weights are not drawn

const NAMES = { embed: "embedding", self: "self-attention", cross: "cross-attention", feed: "feed-forward", norm: "norm", output: "output" };
const DOES = { embed: "row + position", self: "tokens ask tokens", cross: "target asks source", feed: "each token alone", norm: "one size again" };
const ROOM = { embed: 70, self: 100, cross: 122, feed: 92, norm: 76, prediction: 46 };
const ROOM_DOWN = { embed: 48, self: 84, cross: 104, feed: 66, norm: 46, prediction: 38 };
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
const sideAndLayer = ({ side, layer }) => (layer === undefined ? side : `${side} layer ${layer}`);
const hasPrediction = ({ side, kind }) => side === "decoder" && (kind === "feed" || kind === "embed");

function arrangeFlow(now, width, followed) {
  const vertical = width < PHONE;
  const room = vertical ? ROOM_DOWN : ROOM;
  const spans = (stages) => stages.reduce((sum, stage) => sum + room[stage.kind] + (hasPrediction(stage) ? room.prediction : 0), 0);
  const [left, between] = vertical ? [60, 88] : [54, 84];
  const [encoder, decoder] = [spans(now.encoder), spans(now.decoder)];
  const words = room.prediction * now.decoder.filter(hasPrediction).length;
  const fit = (band, fixed) => (width - 12 - left - fixed) / band; // how far the stages are stretched
  const one = fit(encoder + decoder - words, between + ENDS + words);
  const stacked = !vertical && one < 0.8;
  const stretch = vertical ? 1 : Math.min(1.4, Math.max(0.8, stacked ? fit(decoder - words, ENDS + words) : one));
  const [rows, columns] = [now.tgt.length, now.src.length];
  const pitch = vertical ? (width - 16 - EDGE) / Math.max(rows, columns) : Math.max(20, Math.min(stacked ? 24 : 30, 300 / Math.max(rows, columns)));
  const layerNameRoom = now.layers > 1 && !vertical ? 14 : 0; // for the names of the layers
  const top = { encoder: vertical ? 8 : 76 + layerNameRoom };
  top.decoder = top.encoder + (stacked ? columns * pitch + 120 + (followed === "encoder" ? NOTE : 0) + layerNameRoom : 0);
  const places = new Map();
  const panels = [];
  let along = left;
  for (const side of ["encoder", "decoder"]) {
    const begin = along;
    for (const stage of now[side]) {
      const from = along;
      along += room[stage.kind] * stretch;
      const first = stage.kind === "embed";
      const place = { from, at: along, begin: first ? from + 2 : from + 12, end: along + 10 };
      if (stage.kind === "cross") place.memoryPort = from + (vertical ? 0.42 : 0.36) * (along - from);
      if (hasPrediction(stage)) {
        place.predictionAt = along + (vertical ? 34 : 14);
        along += room.prediction;
      }
      places.set(stage.key, place);
    }
    panels.push({ side, begin: begin - 6, end: along + 16 });
    if (side === "encoder") along = stacked ? left : along + between;
  }
  const count = { encoder: columns, decoder: rows };
  const note = (side) => (vertical || (stacked && side !== followed) ? 0 : NOTE);
  const across = (side, row) => top[side] + (row + 0.5) * pitch;
  const longest = { encoder: columns, decoder: stacked ? Math.max(rows, columns) : rows }; // the memory is drawn there, too
  const bottom = (side) => top[side] + longest[side] * pitch + note(side);
  const lowest = stacked ? bottom("decoder") : Math.max(bottom("encoder"), bottom("decoder"));
  return { vertical, stacked, layerNameRoom, pitch, top, places, panels, across, bottom, note, lowest, along, count, width,
    toXY: (a, b) => (vertical ? [b, a] : [a, b]) };
}

// The picture as one SVG. `actions` holds what clicks do.
function drawFlow(now, state, data, width, actions) {
  const layout = arrangeFlow(now, width, state.token.side);
  const names = ["panels", "memory", "faint", "streams", "lines", "beads", "words"];
  const layers = Object.fromEntries(names.map((name) => [name, svg("g", { "aria-hidden": name === "panels" || name === "words" ? "false" : "true" })]));
  const drawing = { layout, layers: { ...layers, thin: new Map() }, now, state, data, actions };
  drawPanels(drawing);
  drawMemory(drawing);
  for (const side of ["encoder", "decoder"]) {
    drawStreams(drawing, side);
    drawTokens(drawing, side);
  }
  drawing.layers.thin.forEach((d, key) => layers.faint.append(svg("path", { d, class: "tutor-faint", "stroke-width": Number(key.split(" ")[1]) })));
  const foot = drawAnswers(drawing);
  drawNotes(drawing);
  const [w, h] = layout.vertical ? [width - 2, foot] : [Math.max(layout.along + ENDS, width - 4), layout.lowest + 40];
  const label = "The model, stage by stage. Arrow keys go from box to box, and from token to token.";
  return svg("svg", { width: w, height: h, viewBox: `0 0 ${w} ${h}`, role: "group", "aria-label": label }, ...Object.values(layers));
}

function writeAt({ layout, layers }, words, along, across, more = {}, target = layers.words) {
  const [x, y] = layout.toXY(along, across);
  target.append(svg("text", { x: x.toFixed(1), y: y.toFixed(1), ...more }, words));
}

function box({ layout }, along, across, alongSize, acrossSize, more) {
  const [[x, y], [w, h]] = [layout.toXY(along, across), layout.toXY(alongSize, acrossSize)];
  return svg("rect", { x: x.toFixed(1), y: y.toFixed(1), width: Math.max(w, 0).toFixed(1), height: Math.max(h, 0).toFixed(1), ...more });
}

function curve({ layout: { toXY } }, along1, across1, along2, across2) {
  const middle = (along1 + along2) / 2;
  return `M${toXY(along1, across1)}C${toXY(middle, across1)},${toXY(middle, across2)},${toXY(along2, across2)}`;
}

const followed = ({ state }, side, row) => state.token.side === side && state.token.row === row;

// The panels of encoder and decoder, and in them a box for each stage: a button.
function drawPanels(drawing) {
  const { layout, layers, now, state, actions } = drawing;
  const { vertical, top, bottom, places, panels, lowest } = layout;
  const low = (side) => (layout.stacked ? bottom(side) : lowest);
  panels.forEach(({ side, begin, end }) => {
    const [across, acrossSize] = vertical ? [0, layout.width - 4 - EDGE] : [top[side] - 50 - layout.layerNameRoom, low(side) - top[side] + 62 + layout.layerNameRoom];
    layers.panels.append(box(drawing, vertical ? begin - 54 : begin, across, end - begin + (vertical ? 50 : 0), acrossSize, { rx: 8, class: "tutor-panel" }));
    const role = side === "encoder" ? "Encoder: reads the source" : state.whatIf.noMask ? "Decoder, no mask: each word sees the later ones" : "Decoder: writes, word by word";
    writeAt(drawing, role, vertical ? begin - 42 : begin + 4, vertical ? 8 : top[side] - 62 - layout.layerNameRoom, { class: "tutor-title" });
  });
  [...now.stages, { key: "output", kind: "output", side: "decoder" }].forEach((stage, i) => {
    const open = state.stage === stage.key;
    const entry = open || (!state.stage && i === 0); // one of them is in the tab order
    const made = svg("g", { role: "button", tabindex: entry ? 0 : -1, "aria-pressed": open, "data-stage": stage.key,
      "aria-label": `${NAMES[stage.kind]}, ${sideAndLayer(stage)}`, class: open ? "tutor-stage tutor-open" : "tutor-stage" });
    if (stage.kind === "output") made.append(outputBox(drawing));
    else {
      const { begin, end } = places.get(stage.key);
      made.append(box(drawing, begin, vertical ? 6 : top[stage.side] - 40, end - begin, vertical ? layout.width - 18 - EDGE : low(stage.side) - top[stage.side] + 46, { rx: 6 }));
      const [middle, across] = [(begin + end) / 2, top[stage.side]];
      if (vertical) writeAt(drawing, `${now.layers > 1 && stage.kind === "self" ? `layer ${stage.layer}, ` : ""}${NAMES[stage.kind]}: ${effectOn(drawing, stage).replace("|", " ") || DOES[stage.kind]}`, begin + 10, 12, { class: open ? "tutor-name tutor-lit" : "tutor-name" }); // over the streams
      else {
        const done = effectOn(drawing, stage);
        if (done) done.split("|").forEach((words, i) => writeAt(drawing, words, middle, low(stage.side) - 14 + 11 * i, { class: "tutor-note tutor-lit", "text-anchor": "middle" }));
        if (layout.layerNameRoom && stage.kind === "self") writeAt(drawing, `layer ${stage.layer}`, begin, across - 51, { class: "tutor-note tutor-lit" });
        writeAt(drawing, NAMES[stage.kind], middle, across - 27, { class: "tutor-name", "text-anchor": "middle" }, made);
        if (end - begin > 5.4 * DOES[stage.kind].length) writeAt(drawing, DOES[stage.kind], middle, across - 13, { class: "tutor-note", "text-anchor": "middle" }, made);
      }
    }
    made.addEventListener("click", () => actions.open(stage.key, true));
    layers.panels.append(made);
  });
}

// The effect of a box on the followed token, in a few words, "|" between two lines; "" for a token of the other side.
function effectOn({ now, state, data }, stage) {
  const { side, row } = state.token;
  if (side !== stage.side) return "";
  if (stage.hidden) return `${stage.hidden[row].filter((value) => value > 0).length} of ${stage.hidden[row].length} open`;
  const on = (stage.heads || []).flatMap(({ off }, head) => (off ? [] : [head]));
  if (!on.length) return stage.heads ? "all heads off" : "";
  const columns = stage.heads[0].weights.length / stage.x.length;
  const reads = on.map((head) => {
    const key = argmax(stage.heads[head].weights, row, columns);
    return { head, key, weight: stage.heads[head].weights[row * columns + key] };
  });
  const { head, key, weight } = reads.reduce((a, b) => (b.weight > a.weight ? b : a));
  const word = stage.kind === "cross" ? inMemory({ now, state, data })[key] : wordAt({ now, data }, side, key);
  return `head ${head} reads|${short(bare(word), 5)}, ${percent(weight)}`;
}

// The memory, as one line from the encoder to every cross-attention.
function drawMemory(drawing) {
  const { layout, layers, now } = drawing;
  const { toXY, places, stacked, bottom, lowest, top, vertical } = layout;
  const start = places.get(last(now.encoder).key).at;
  const ends = now.decoder.filter(({ kind }) => kind === "cross").map(({ key }) => places.get(key).memoryPort);
  const from = bottom("encoder") - (vertical ? layout.pitch / 2 - 8 : layout.note("encoder") + 4);
  const run = stacked ? bottom("encoder") + 26 : vertical ? layout.width - EDGE - 6 : lowest + 20;
  const to = stacked ? top.decoder - 42 : vertical ? run : lowest + 8; // the edge of the box
  const [first, end] = [Math.min(start, ...ends), Math.max(start, ...ends)];
  const d = `M${toXY(start, from)}L${toXY(start, run)}M${toXY(first, run)}L${toXY(end, run)}${ends.map((along) => `M${toXY(along, run)}L${toXY(along, vertical ? from : to)}`).join("")}`;
  layers.memory.append(svg("path", { d, class: "tutor-memory" }));
  if (!vertical) writeAt(drawing, "memory: each cross-attention reads it", stacked ? first + 8 : end - 8, run + 11, { class: "tutor-note", "text-anchor": stacked ? "start" : "end" });
}

// The residual stream of each token: a line as thick as x is large, and on it each stage.
function drawStreams(drawing, side) {
  const { layout, layers, now } = drawing;
  const { toXY, places } = layout;
  const largest = Math.max(...now.stages.flatMap(({ x }) => x.map(length)), 1e-9);
  const stages = now[side];
  for (let row = 0; row < layout.count[side]; row++) {
    const across = layout.across(side, row);
    const lit = followed(drawing, side, row);
    const mark = lit ? " tutor-lit" : "";
    stages.forEach((stage, i) => {
      const { at, from, memoryPort } = places.get(stage.key);
      const next = stages[i + 1];
      const to = next ? places.get(next.key).at : side === "decoder" ? layout.along + 4 : at;
      const thick = 0.8 + (5 * length(stage.x[row])) / largest;
      layers.streams.append(svg("path", { d: `M${toXY(at, across)}L${toXY(to, across)}`, class: `tutor-stream${mark}`, "stroke-width": thick.toFixed(2) }));
      if (stage.kind === "embed") layers.streams.append(svg("path", { d: `M${toXY(from, across)}L${toXY(at, across)}`, class: `tutor-stream${mark}`, "stroke-width": 1 }));
      if (stage.kind === "feed") layers.lines.append(diamond(drawing, stage, row, lit));
      if (stage.heads) drawAttention(drawing, stage, row, lit, memoryPort || from);
      layers.beads.append(bead(side, ...toXY(at, across), mark));
      if (stage.predicted) drawPrediction(drawing, stage, row, lit);
    });
  }
  stages.filter(({ kind }) => kind === "cross").forEach(({ key }) =>
    now.src.forEach((_, place) => {
      const swapped = drawing.state.whatIf.swap && drawing.state.whatIf.swap.place === place;
      const mark = swapped ? " tutor-swapped" : followed(drawing, "encoder", place) ? " tutor-lit" : "";
      layers.beads.append(bead("encoder", ...toXY(places.get(key).memoryPort, layout.vertical || !layout.stacked ? layout.across("encoder", place) : layout.top.decoder + (place + 0.5) * layout.pitch), mark));
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
function drawAttention(drawing, stage, row, lit, begin) {
  const { layout, layers, state } = drawing;
  const { at } = layout.places.get(stage.key);
  const columns = stage.heads[0].weights.length / stage.x.length;
  const top = stage.kind === "cross" && layout.stacked ? layout.top.decoder : layout.top[stage.side];
  stage.heads.forEach(({ weights, off }, head) => {
    for (let column = 0; column < columns; column++) {
      const weight = weights[row * columns + column];
      const read = state.token.side === "encoder" && stage.kind === "cross" && state.token.row === column;
      const strong = lit || read;
      if (off || weight < (strong ? LEAST : 3 * LEAST)) continue;
      const spread = (head - (stage.heads.length - 1) / 2) * 2.4;
      const d = curve(drawing, begin, top + (column + 0.5) * layout.pitch + spread, at - 4, layout.across(stage.side, row) + spread);
      // weaker lines of a box share a few paths: one path each would be hundreds
      const key = `${stage.key} ${Math.ceil(4 * weight)}`;
      if (!strong) layers.thin.set(key, `${layers.thin.get(key) || ""}${d}`);
      else layers.lines.append(svg("path", { d, class: "tutor-line", stroke: PALETTE[head % PALETTE.length], "stroke-width": (0.6 + 3.6 * weight).toFixed(2), "stroke-opacity": Math.min(1, 0.3 + weight).toFixed(2) },
        svg("title", {}, `head ${head}: ${wordAt(drawing, stage.side, row)} reads ${stage.kind === "cross" ? inMemory(drawing)[column] : wordAt(drawing, stage.side, column)}, ${twoDecimals(weight)}`)));
    }
  });
}

// The feed-forward network as a diamond, as high as many hidden features are above 0.
function diamond({ layout }, { hidden, key, side }, row, lit) {
  const { begin, at } = layout.places.get(key);
  const [across, middle, long] = [layout.across(side, row), (begin + at) / 2 - 2, (at - begin) * 0.38];
  const share = hidden[row].filter((value) => value > 0).length / hidden[row].length;
  const half = Math.min(layout.pitch * 0.46, 12) * (0.2 + 0.8 * share);
  const toXY = layout.toXY;
  return svg("path", { d: `M${toXY(middle - long, across)}L${toXY(middle, across - half)}L${toXY(middle + long, across)}L${toXY(middle, across + half)}Z`, class: lit ? "tutor-wide tutor-lit" : "tutor-wide" });
}

// The likeliest word after this layer, and a bar for its probability.
function drawPrediction({ layout, layers, data }, stage, row, lit) {
  const { vertical, pitch, toXY, across } = layout;
  const { id, share } = stage.predicted[row];
  const [x, y] = toXY(layout.places.get(stage.key).predictionAt, across("decoder", row));
  const room = vertical ? pitch - 6 : 30;
  const left = vertical ? x - room / 2 : x;
  layers.words.append(svg("text", { x: (vertical ? x : left).toFixed(1), y: (y - 2).toFixed(1), "text-anchor": vertical ? "middle" : "start", class: lit ? "tutor-says tutor-lit" : "tutor-says" },
    short(bare(data.target_words[id]), vertical ? 4 : 5)));
  layers.words.append(svg("rect", { x: left.toFixed(1), y: (y + 5).toFixed(1), width: room.toFixed(1), height: 2.5, class: "tutor-track" }));
  layers.words.append(svg("rect", { x: left.toFixed(1), y: (y + 5).toFixed(1), width: (room * share).toFixed(1), height: 2.5, class: "tutor-share" }));
}

// The tokens at the beginning of their streams: radio buttons, one of which is followed.
function drawTokens(drawing, side) {
  const { layout, layers, state, actions } = drawing;
  const { vertical, pitch } = layout;
  const begin = layout.places.get(`${side}.embed`).from;
  const words = Array.from({ length: layout.count[side] }, (_, row) => wordAt(drawing, side, row));
  const holder = svg("g", { role: "radiogroup", "aria-label": side === "encoder" ? "Follow a token of the source" : "Follow a token of the target" });
  words.forEach((word, row) => {
    const lit = followed(drawing, side, row);
    const [x, y] = layout.toXY(begin - (vertical ? 15 : 30), layout.across(side, row));
    const [w, h] = vertical ? [Math.min(pitch - 2, 44), 24] : [44, Math.min(pitch - 3, 24)];
    const entry = lit || (row === 0 && state.token.side !== side) ? 0 : -1;
    const one = svg("g", { role: "radio", "aria-checked": lit, tabindex: entry, "data-token": `${side}.${row}`, "aria-label": `${word}, position ${row}`,
      class: lit ? "tutor-token tutor-lit" : "tutor-token" },
      svg("rect", { x: (x - w / 2).toFixed(1), y: (y - h / 2).toFixed(1), width: w.toFixed(1), height: h.toFixed(1), rx: side === "encoder" ? 3 : 11 }),
      svg("text", { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": "middle" }, vertical ? short(bare(word), 4) : short(word, 6)));
    one.addEventListener("click", () => actions.follow(side, row));
    holder.append(one);
  });
  layers.words.append(holder);
}

const answersPlace = ({ layout, state, now }) => {
  const row = state.token.side === "decoder" ? state.token.row : now.tgt.length - 1;
  if (layout.vertical) return { row, left: 10, top: layout.along + 62, wide: layout.width - 24 };
  const [from, to] = [layout.top.decoder - 10, (layout.stacked ? layout.bottom("decoder") : layout.lowest) - 116];
  return { row, left: layout.along + 60, top: Math.max(from, Math.min(layout.across("decoder", row) - 28, to)), wide: ENDS - 64 };
};

function outputBox(drawing) {
  const { left, top, wide } = answersPlace(drawing);
  return svg("rect", { x: left, y: top.toFixed(1), width: wide, height: 132, rx: 6 });
}

// The output words, and the likeliest words after the followed token.
function drawAnswers(drawing) {
  const { layout, layers, now, data } = drawing;
  const { vertical } = layout;
  const { row, left, top, wide } = answersPlace(drawing);
  outputIds(drawing).forEach((id, place) => {
    const [x, y] = layout.toXY(layout.along + (vertical ? 30 : 14), layout.across("decoder", place));
    const was = !drawing.state.whatIf.noMask && now.baseline.output[place];
    if (was !== false && was !== id) layers.words.append(svg("text", { x: x.toFixed(1), y: (y + 12).toFixed(1), "text-anchor": vertical ? "middle" : "start", class: "tutor-note" }, was === undefined ? "new" : `was ${short(bare(data.target_words[was]), 4)}`));
    layers.words.append(svg("text", { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": vertical ? "middle" : "start", class: place === row ? "tutor-out tutor-lit" : "tutor-out" },
      vertical ? short(bare(data.target_words[id]), 4) : short(data.target_words[id], 6)));
  });
  const y0 = top + 15;
  layers.words.append(svg("text", { x: left + 8, y: y0.toFixed(1), class: "tutor-name" }, drawing.state.whatIf.noMask ? "seeing all words" : `after ${short(data.target_words[now.tgt[row]], 8)}`));
  const room = wide - 95;
  ranked(now.logits[row]).slice(0, 5).forEach(({ id, share }, i) => {
    const y = y0 + 22 + 21 * i;
    const mark = i ? "" : " tutor-lit";
    layers.words.append(
      svg("text", { x: left + 47, y: y.toFixed(1), "text-anchor": "end", class: `tutor-out${mark}` }, short(data.target_words[id], 6)),
      svg("rect", { x: left + 53, y: (y - 7).toFixed(1), width: Math.max(1, room * share).toFixed(1), height: 13, rx: 2, class: `tutor-bar${mark}` }),
      svg("text", { x: (left + 57 + room * share).toFixed(1), y: y.toFixed(1), class: "tutor-note" }, percent(share)));
  });
  if (!vertical) layers.lines.append(svg("path", { d: curve(drawing, layout.along + 16 + 8 * short(data.target_words[outputIds(drawing)[row]], 6).length, layout.across("decoder", row), left - 1, top + 37), class: "tutor-leads" }));
  return top + 142;
}

// The output after each token; without a mask, the prediction that saw the later words too.
const outputIds = ({ now, state }) => (state.whatIf.noMask ? now.logits.map((row) => ranked(row)[0].id) : now.output);

const overColumn = (drawing, words, along, across = drawing.layout.top.decoder) => words.forEach((word, i) => writeAt(drawing, word, along, across - 1 - 11 * (words.length - i), { class: "tutor-note" }));

// Headings of the columns of words.
function drawNotes(drawing) {
  const { layout, now, state } = drawing;
  const ends = now.decoder.filter(hasPrediction).map(({ key }) => layout.places.get(key).predictionAt);
  const all = state.whatIf.noMask;
  if (layout.vertical) {
    ends.forEach((along) => writeAt(drawing, "it says this, if it ended here", along - 17, 12, { class: "tutor-note" }));
    writeAt(drawing, all ? "seeing all, it would say" : "it says", layout.along + 16, 12, { class: "tutor-note" });
    return;
  }
  ends.forEach((along) => overColumn(drawing, ["says, if", "it ended", "here"], along));
  overColumn(drawing, all ? ["seeing all", "would say"] : ["it", "says"], layout.along + 14);
  for (const side of ["encoder", "decoder"]) overColumn(drawing, ["click", "to follow"], layout.places.get(`${side}.embed`).from - 52, layout.top[side]);
}
