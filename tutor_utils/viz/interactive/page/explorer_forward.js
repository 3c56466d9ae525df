// uses: core
// The forward pass of a Transformer from its exported parameters, with changes (`whatIf`).

// Splits one array of float32 numbers into the model's parameters by name.
function unpackModel(model) {
  const all = new Float32Array(bytes(model.numbers).buffer);
  const parts = {};
  let at = 0;
  for (const [name, shape] of model.shapes) {
    const size = shape.reduce((a, b) => a * b, 1);
    parts[name] = { data: all.subarray(at, at + size), columns: shape[shape.length - 1] };
    at += size;
  }
  return { ...model, parts };
}

// x Wᵀ + b for every row of x.
function linear(model, name, rows) {
  const { data, columns } = model.parts[`${name}.weight`];
  const bias = model.parts[`${name}.bias`].data;
  return rows.map((row) => {
    const out = new Float64Array(bias.length);
    for (let i = 0, at = 0; i < out.length; i++) {
      let sum = bias[i];
      for (let j = 0; j < columns; j++) sum += data[at++] * row[j];
      out[i] = sum;
    }
    return out;
  });
}

function norm(model, name, rows) {
  const [gain, bias] = [model.parts[`${name}.gain`].data, model.parts[`${name}.bias`].data];
  return rows.map((row) => {
    let [mean, variance] = [0, 0];
    for (const value of row) mean += value / row.length;
    for (const value of row) variance += (value - mean) ** 2 / row.length;
    const by = 1 / Math.sqrt(variance + model.eps[name]);
    return row.map((value, i) => (value - mean) * by * gain[i] + bias[i]);
  });
}

const addRows = (rows, more) => rows.map((row, i) => row.map((value, j) => value + more[i][j]));
const length = (row) => Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));

function embed(model, side, ids) {
  const [table, places] = [model.parts[`${side}.table`], model.parts[`${side}.positions`]];
  const row = ({ data, columns }, at) => Float64Array.from(data.subarray(at * columns, (at + 1) * columns));
  const words = ids.map((id) => row(table, id));
  const positions = ids.map((_, place) => row(places, place));
  return { words, positions, x: addRows(words, positions) };
}

// Multi-head attention: queries from x, keys and values from `read`; `whatIf.off` names heads to skip.
function attend(model, name, x, read, allowed, whatIf) {
  const [q, k, v] = [["w_q", x], ["w_k", read], ["w_v", read]].map(([part, rows]) => linear(model, `${name}.${part}`, rows));
  const width = q[0].length / model.heads;
  const by = whatIf.noScale ? 1 : 1 / Math.sqrt(width);
  const [rows, columns] = [x.length, read.length];
  const mixed = x.map(() => new Float64Array(q[0].length));
  const heads = Array.from({ length: model.heads }, (_, head) => {
    const from = head * width;
    const scores = new Float64Array(rows * columns);
    for (let place = 0; place < scores.length; place++) {
      const [row, column] = [q[Math.floor(place / columns)], k[place % columns]];
      let sum = 0;
      for (let i = from; i < from + width; i++) sum += row[i] * column[i];
      scores[place] = sum * by;
    }
    const weights = softmax(scores, rows, columns, whatIf.noMask ? null : allowed);
    const off = whatIf.off.includes(`${name}.${head}`);
    if (!off) {
      weights.forEach((weight, place) => {
        const [out, value] = [mixed[Math.floor(place / columns)], v[place % columns]];
        for (let i = from; i < from + width; i++) out[i] += weight * value[i];
      });
    }
    return { scores, by, weights, off, parts: [q, k, v].map((of) => of.map((row) => row.subarray(from, from + width))) };
  });
  return { heads, allowed, added: linear(model, `${name}.w_o`, mixed) };
}

// The layers of one side. Each stage records `x` after it, and what the sublayer added.
function stack(model, side, ids, masks, memory, whatIf) {
  const first = embed(model, side === "encoder" ? "source" : "target", ids);
  const stages = [{ side, kind: "embed", key: `${side}.embed`, ...first }];
  let x = first.x;
  const add = (kind, layer, number, sublayer) => {
    const at = `${side}.${layer}.norm${number}`;
    const before = x;
    const made = sublayer(model.norm_first ? norm(model, at, x) : x);
    x = addRows(x, made.added);
    if (!model.norm_first) x = norm(model, at, x);
    stages.push({ side, kind, layer, key: `${side}.${layer}.${kind}`, before, x, ...made });
  };
  for (let layer = 0; layer < model.layers[side]; layer++) {
    const at = `${side}.${layer}`;
    add("self", layer, 1, (y) => attend(model, `${at}.self`, y, y, masks.own, whatIf));
    if (memory) add("cross", layer, 2, (y) => attend(model, `${at}.cross`, y, memory, masks.memory, whatIf));
    add("feed", layer, memory ? 3 : 2, (y) => {
      const hidden = linear(model, `${at}.wide`, y).map((row) => row.map((value) => Math.max(value, 0)));
      return { hidden, added: linear(model, `${at}.narrow`, hidden) };
    });
  }
  if (model.parts[`${side}.norm.gain`]) {
    const before = x;
    x = norm(model, `${side}.norm`, x);
    stages.push({ side, kind: "norm", key: `${side}.norm`, before, x });
  }
  return stages;
}

function encode(model, src, whatIf) {
  const open = src.map((id) => id !== model.pad);
  const own = Uint8Array.from({ length: src.length ** 2 }, (_, place) => open[place % src.length]);
  return stack(model, "encoder", src, { own }, null, whatIf);
}

function decode(model, tgt, src, memory, whatIf) {
  const size = tgt.length;
  const own = Uint8Array.from({ length: size ** 2 }, (_, place) => {
    const [row, column] = [Math.floor(place / size), place % size];
    return column <= row && tgt[column] !== model.pad;
  });
  const reads = Uint8Array.from({ length: size * src.length }, (_, place) => src[place % src.length] !== model.pad);
  return stack(model, "decoder", tgt, { own, memory: reads }, memory, whatIf);
}

const last = (list) => list[list.length - 1];
const logitsOf = (model, rows) => linear(model, "output", rows);

// The logits if this were the last layer (logit lens): the final norm, if any, and the output layer.
function logitLens(model, rows) {
  return logitsOf(model, model.parts["decoder.norm.gain"] ? norm(model, "decoder.norm", rows) : rows);
}

// Ids of one row of logits with their probabilities, the likeliest first.
function ranked(logits) {
  const shares = softmax(logits, 1, logits.length, null);
  return Array.from(logits, (logit, id) => ({ id, logit, share: shares[id] })).sort((a, b) => b.logit - a.logit);
}

const NO_CHANGE = { noScale: false, noMask: false, off: [], swap: null };

// The full run: encode, swap a position of the memory if `whatIf` says so, decode greedily from bos.
function compute(model, src, whatIf = NO_CHANGE) {
  const encoder = encode(model, src, whatIf);
  let memory = last(encoder).x;
  if (whatIf.swap) {
    const other = last(encode(model, whatIf.swap.src, whatIf)).x;
    memory = memory.map((row, place) => (place === whatIf.swap.place ? other[Math.min(place, other.length - 1)] : row));
  }
  for (const tgt = [model.bos]; ; ) {
    const decoder = decode(model, tgt, src, memory, whatIf);
    const logits = logitsOf(model, last(decoder).x);
    const next = argmax(last(logits), 0, last(logits).length);
    if (next === model.eos || tgt.length === model.longest) {
      return { src, tgt, output: [...tgt.slice(1), next], encoder, decoder, memory, logits, stages: [...encoder, ...decoder] };
    }
    tgt.push(next);
  }
}

// argmax of one row of a table.
function argmax(table, row, columns) {
  const line = table.subarray(row * columns, (row + 1) * columns);
  return line.indexOf(Math.max(...line));
}
