// uses: core
// Maps of attention on a canvas: cells and names; a pointer or the arrow keys move over them.

const NAME = 20; // pixels for the name above a map
const BETWEEN = 12; // pixels between two maps
const TALL = 330; // pixels that all maps may take
const EDGE = 0.14; // share of each side that is hatched, in a blocked cell that holds weight

// Describes the cell under the pointer.
function cellWords(spec, at) {
  const panel = spec.panels[at.panel];
  const place = at.row * spec.keys.length + at.column;
  const shut = Boolean(spec.allowed) && !spec.allowed[place];
  const state = panel.mask ? (shut ? "blocked" : "may attend") : cellWord(panel.weights[place], shut);
  return `${panel.name}, query '${spec.queries[at.row] || "(empty)"}', key '${spec.keys[at.column] || "(empty)"}': ${state}.`;
}

// The layout. A spec holds panels, queries, keys, allowed, and may hold cell (pixels).
function arrange(pen, spec, width) {
  const [rows, columns, count] = [spec.queries.length, spec.keys.length, spec.panels.length];
  pen.font = `12px ${pen.family}`;
  const measure = (words) => Math.max(...words.map((word) => pen.measureText(word).width), 10);
  const left = Math.min(measure(spec.queries), 110) + 26;
  const across = count <= 3 ? count : Math.max(1, Math.min(4, Math.floor((width - left) / 110), count));
  const down = Math.ceil(count / across);
  const wide = (width - left) / across - BETWEEN;
  const tall = TALL / down - NAME;
  const cell = Math.min(wide / columns, spec.cell || Math.max(3, Math.min(Math.max(tall, 80) / rows, count <= 3 ? 44 : 26)));
  const turned = measure(spec.keys) + 6 > cell;
  const below = (turned ? Math.min(measure(spec.keys), 90) : 14) + 24;
  const places = spec.panels.map((_, i) => ({
    x: left + (i % across) * (columns * cell + BETWEEN),
    y: NAME + Math.floor(i / across) * (rows * cell + NAME),
  }));
  const height = down * (rows * cell + NAME) + below;
  const needed = left + across * (columns * cell + BETWEEN);
  return { rows, columns, cell, left, turned, places, across, height: Math.ceil(height), width: Math.ceil(needed) };
}

function drawMaps(canvas, spec, width, at) {
  const sketch = canvas.getContext("2d");
  sketch.family = getComputedStyle(canvas.parentElement).fontFamily;
  const layout = arrange(sketch, spec, width);
  const pen = sizeCanvas(canvas, Math.min(layout.width, width), layout.height);
  spec.panels.forEach((panel, i) => drawMap(pen, spec, layout, panel, layout.places[i], at && at.panel === i ? at : null));
  drawNames(pen, spec, layout);
  return layout;
}

function drawMap(pen, spec, layout, panel, { x, y }, at) {
  const { rows, columns, cell } = layout;
  const [width, height] = [columns * cell, rows * cell];
  write(pen, panel.name, x, y - NAME / 2, { size: 12, bold: true, width: width + 10 });
  const blocked = new Path2D();
  const leaks = (place) => !panel.mask && panel.weights[place] > 0;
  const pixels = new ImageData(columns, rows); // a pixel for each cell, scaled up below
  for (let place = 0; place < rows * columns; place++) {
    const shut = spec.allowed && !spec.allowed[place];
    const rgb = panel.mask ? rgbOf(THEME.open) : shade(panel.weights[place]);
    pixels.data.set([...rgb, 255], 4 * place);
    if (!shut) continue;
    const [left, upper, edge] = [x + (place % columns) * cell, y + Math.floor(place / columns) * cell, EDGE * cell];
    blocked.rect(left, upper, cell, cell);
    if (leaks(place)) blocked.rect(left + edge, upper + edge, cell - 2 * edge, cell - 2 * edge); // its colour shows inside
  }
  const small = make("canvas", { width: columns, height: rows });
  small.getContext("2d").putImageData(pixels, 0, 0);
  pen.imageSmoothingEnabled = false;
  pen.drawImage(small, x, y, width, height);
  hatch(pen, blocked, x, y, width, height);
  if (cell >= 30 && Math.max(rows, columns) <= 16 && !panel.mask) drawNumbers(pen, spec, layout, panel, x, y, leaks);
  pen.strokeStyle = pen.ink;
  pen.lineWidth = 0.7;
  pen.strokeRect(x, y, width, height);
  if (at) outline(pen, x + at.column * cell, y + at.row * cell, cell);
}

// The weight in each cell that is not covered.
function drawNumbers(pen, spec, { columns, cell }, panel, x, y, leaks) {
  panel.weights.forEach((weight, place) => {
    const shut = spec.allowed && !spec.allowed[place];
    if (shut && !leaks(place)) return;
    const [left, upper] = [x + (place % columns) * cell, y + Math.floor(place / columns) * cell];
    const words = weight === 0 ? "0" : twoDecimals(weight);
    write(pen, words, left + cell / 2, upper + cell / 2, { size: 11, align: "center", ink: inkOn(shade(weight)) });
  });
}

function outline(pen, x, y, cell) {
  for (const [width, ink] of [[5, "#ffffff"], [2.5, "#000000"]]) {
    pen.strokeStyle = ink;
    pen.lineWidth = width;
    pen.strokeRect(x, y, cell, cell);
  }
}

// Queries on the left of each line of maps, keys below the last map of each column.
function drawNames(pen, spec, { rows, columns, cell, left, turned, places, across }) {
  const each = (count, room) => Math.max(1, Math.ceil(room / cell)) || count;
  places.forEach(({ x, y }, i) => {
    if (i % across === 0) {
      for (let row = 0; row < rows; row += each(rows, 12)) {
        write(pen, spec.queries[row] || "(empty)", left - 5, y + (row + 0.5) * cell, { align: "right", width: 110 });
      }
      write(pen, "query", 8, y + (rows * cell) / 2, { size: 11, align: "center", turn: -Math.PI / 2 });
    }
    if (i + across < places.length) return;
    const under = y + rows * cell;
    for (let column = 0; column < columns; column += each(columns, 12)) {
      const middle = x + (column + 0.5) * cell;
      const word = spec.keys[column] || "(empty)";
      if (turned) write(pen, word, middle, under + 5, { align: "right", width: 88, turn: -Math.PI / 2 });
      else write(pen, word, middle, under + 11, { align: "center" });
    }
    pen.font = `12px ${pen.family}`;
    const low = turned ? Math.min(Math.max(...spec.keys.map((key) => pen.measureText(key).width)), 88) : 14;
    write(pen, "key", x + (columns * cell) / 2, under + low + 15, { size: 11, align: "center" });
  });
}

// The cell under a point, as {panel, row, column}, or null.
function cellAt({ rows, columns, cell, places }, x, y) {
  for (let panel = 0; panel < places.length; panel++) {
    const column = Math.floor((x - places[panel].x) / cell);
    const row = Math.floor((y - places[panel].y) / cell);
    if (row >= 0 && row < rows && column >= 0 && column < columns) return { panel, row, column };
  }
  return null;
}

// Calls `changed` with the cell chosen by the pointer, or by the arrow keys while the canvas has the focus.
function followCells(canvas, layout, changed) {
  let at = null;
  const put = (next) => {
    if (JSON.stringify(next) === JSON.stringify(at)) return;
    at = next;
    changed(at);
  };
  canvas.addEventListener("pointermove", (event) => put(cellAt(layout(), event.offsetX, event.offsetY)));
  canvas.addEventListener("pointerdown", (event) => put(cellAt(layout(), event.offsetX, event.offsetY)));
  canvas.addEventListener("pointerleave", () => put(null));
  canvas.addEventListener("keydown", (event) => {
    const { rows, columns, places } = layout();
    const { panel, row, column } = at || { panel: 0, row: 0, column: -1 };
    const next = {
      ArrowLeft: [panel, row, column - 1], ArrowRight: [panel, row, column + 1],
      ArrowUp: [panel, row - 1, Math.max(column, 0)], ArrowDown: [panel, row + 1, Math.max(column, 0)],
      Home: [panel, row, 0], End: [panel, row, columns - 1],
      PageDown: [panel + 1, row, Math.max(column, 0)], PageUp: [panel - 1, row, Math.max(column, 0)],
    }[event.key];
    if (event.key === "Escape") put(null);
    if (!next) return;
    event.preventDefault();
    const clamp = (value, count) => Math.min(Math.max(value, 0), count - 1);
    put({ panel: clamp(next[0], places.length), row: clamp(next[1], rows), column: clamp(next[2], columns) });
  });
}
