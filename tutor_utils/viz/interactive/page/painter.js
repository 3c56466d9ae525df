// uses: core, maps
// The mask painter: open and blocked cells on the left, the weights under this mask on the right.

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

// Known masks: whether this one is possible here, which key a query may attend to, the smallest shape
// that broadcasts to (B, h, L_q, L_k), the code, and its effect in words. The first that fits is named.
function namedMasks({ queries, keys }, cells) {
  const [rows, columns] = [queries.length, keys.length];
  const pads = keys.map((key) => key === "<pad>");
  const padded = pads.some(Boolean);
  const square = rows === columns && rows > 1;
  const [full, keysAlone, queriesAlone] = [[1, 1, rows, columns], [1, 1, 1, columns], [1, 1, rows, 1]];
  const tril = `torch.ones(1, 1, ${rows}, ${columns}, dtype=torch.bool).tril`;
  const python = (values) => `torch.tensor([${values.map((open) => (open ? "True" : "False")).join(", ")}])`;
  const firstRow = cells.slice(0, columns);
  const firstColumn = queries.map((_, row) => cells[row * columns]);
  const wrongAxis = "Whole queries are blocked and no key is. This is the wrong axis for pads: the others still read them.";
  const widths = Array.from({ length: Math.max(rows - 2, 0) }, (_, i) => i + 2);
  return [
    [true, () => true, [1, 1, 1, 1], "None", "Every query may attend to every key."],
    [padded, (_, key) => !pads[key], keysAlone, "(ids != pad_id)[:, None, None, :]", "Pads are hidden from every query. One row is enough: it broadcasts."],
    [padded, (_, key) => pads[key], keysAlone, "(ids == pad_id)[:, None, None, :]", "Only pads are open. This mask is inverted: True must mean 'may attend'."],
    [square, (query, key) => key <= query, full, `${tril}()`, "Each token sees itself and the past."],
    [square && padded, (query, key) => key <= query && !pads[key], full, `(ids != pad_id)[:, None, None, :] & ${tril}()`, "The future and the pads are hidden: a decoder's mask."],
    [square, (query, key) => key < query, full, `${tril}(-1)`, "A token does not see itself. Usually it should: leave the -1 out."],
    [square, (query, key) => key >= query, full, `${tril.replace("tril", "triu")}()`, "Each token sees itself and the future. To hide the future, use tril."],
    [true, (_, key) => firstRow[key], keysAlone, `${python(firstRow)}[None, None, None, :]`, "The same keys are hidden from every query."],
    [square && padded, (query) => !pads[query], queriesAlone, "(ids != pad_id)[:, None, :, None]", wrongAxis],
    [true, (query) => firstColumn[query], queriesAlone, `${python(firstColumn)}[None, None, :, None]`, wrongAxis],
    ...widths.map((width) => [square, (query, key) => key <= query && query - key < width, full,
      `${tril}() & torch.ones(${rows}, ${columns}).triu(${1 - width}).bool()`, `Each token sees itself and the ${width - 1} before it: a sliding window.`]),
  ];
}

function nameMask(data, cells) {
  const [rows, columns] = [data.queries.length, data.keys.length];
  const row = (query) => cells.slice(query * columns, (query + 1) * columns);
  const lines = data.queries.map((_, query) => `[${row(query).map(Number).join(", ")}]`).join(",\n    ");
  const own = [true, null, [1, 1, rows, columns], `torch.tensor([\n    ${lines},\n]).bool()[None, None]`, "A mask of your own."];
  const fits = ([possible, opens]) => possible && cells.every((open, place) => open === opens(Math.floor(place / columns), place % columns));
  const [, , shape, code, words] = namedMasks(data, cells).find(fits) || own;
  const alone = data.queries.flatMap((name, query) => (row(query).some(Boolean) ? [] : [`'${name}' (row ${query})`]));
  const who = alone.length === 1 ? `The query ${alone[0]} has` : `The queries ${alone.slice(0, 3).join(", ")}${alone.length > 3 ? ` and ${alone.length - 3} more` : ""} have`;
  return { shape, code: `mask = ${code}`, words: alone.length ? `${words} ${who} no open key, so all weights there are 0.` : words };
}

// Masks to start from.
const PATTERNS = {
  "all open": () => true,
  "all blocked": () => false,
  "pads hidden": (query, key, pad) => !pad,
  "future hidden": (query, key) => key <= query,
  "future and pads hidden": (query, key, pad) => key <= query && !pad,
};

start("painter", (live, data) => {
  const [rows, columns] = [data.queries.length, data.keys.length];
  const scores = unpackNumbers(data.scores);
  let cells = Array.from(data.mask, (sign) => sign === "1");
  let tabCell = [0, 0]; // the cell in the tab order
  let painting = null; // while the pointer is down: the state that its cells get

  const grid = make("table", { class: "tutor-grid", role: "grid", "aria-label": "Mask: queries down, keys across" });
  const canvas = make("canvas", { tabindex: "0", role: "application" });
  const words = make("p", { role: "status" });
  const code = make("code", {});
  const pointed = make("p", { "aria-live": "polite", class: "tutor-quiet" });
  let layout = null;
  let spec = null;
  let at = null;

  const name = (list, place) => list[place] || "(empty)";
  const state = (open) => (open ? "may attend" : "blocked");
  const cell = (row, column) => grid.querySelector(`[data-at="${row},${column}"]`);

  function headerButton(list, place, across) {
    const label = across ? `key '${name(list, place)}': open or block its whole column` : `query '${name(list, place)}': open or block its whole row`;
    const made = make("button", { type: "button", class: "tutor-header", "aria-label": label, title: label }, name(list, place));
    made.addEventListener("click", () => {
      const places = cells.map((_, i) => i).filter((i) => (across ? i % columns : Math.floor(i / columns)) === place);
      const open = !places.every((i) => cells[i]);
      places.forEach((i) => (cells[i] = open));
      redraw();
    });
    return made;
  }

  function build() {
    const head = make("tr", {}, make("td", {}), ...data.keys.map((_, i) => make("th", { scope: "col" }, headerButton(data.keys, i, true))));
    const body = data.queries.map((_, row) => {
      const made = make("tr", {}, make("th", { scope: "row" }, headerButton(data.queries, row, false)));
      data.keys.forEach((_, column) => {
        const cellButton = make("button", { type: "button", "data-at": `${row},${column}` });
        made.append(make("td", { role: "gridcell" }, cellButton));
      });
      return made;
    });
    grid.append(make("tbody", {}, head, ...body));
  }

  function updateCells() {
    grid.querySelectorAll("[data-at]").forEach((cellButton) => {
      const [row, column] = cellButton.dataset.at.split(",").map(Number);
      const open = cells[row * columns + column];
      cellButton.setAttribute("aria-pressed", String(open));
      cellButton.setAttribute("aria-label", `query ${row} ${name(data.queries, row)}, key ${column} ${name(data.keys, column)}: ${state(open)}`);
      cellButton.title = `${name(data.queries, row)} → ${name(data.keys, column)}: ${state(open)}`;
      cellButton.tabIndex = row === tabCell[0] && column === tabCell[1] ? 0 : -1;
    });
  }

  function setCell(row, column, open) {
    if (cells[row * columns + column] === open) return;
    cells[row * columns + column] = open;
    redraw();
  }

  function redraw() {
    updateCells();
    const allowed = Uint8Array.from(cells, Number);
    const weights = softmax(scores, rows, columns, allowed);
    spec = { panels: [{ name: "the weights under this mask", weights }], queries: data.queries, keys: data.keys, allowed };
    const named = nameMask(data, cells);
    words.textContent = `Shape (${named.shape.join(", ")}). ${named.words}`;
    code.textContent = named.code;
    canvas.setAttribute("aria-label", `The weights under this mask. ${named.words} Arrow keys move over the cells.`);
    point(null);
  }

  function draw() {
    const width = body.clientWidth;
    if (!width || !spec) return;
    grid.classList.toggle("tutor-narrow", width > 480 && width < 640); // so that a click and its effect are seen at once
    const room = width - left.offsetWidth - 24;
    const alone = room <= 280;
    // Beside the cells, each row of weights stands at the height of its row of cells.
    spec.cell = alone ? undefined : grid.offsetHeight && (heightOf(rows - 1) - heightOf(0)) / (rows - 1 || 1);
    layout = drawMaps(canvas, spec, alone ? width : room, at);
    const lower = alone ? 0 : layout.places[0].y - heightOf(0);
    grid.style.marginTop = `${Math.max(lower, 0)}px`;
    canvas.style.marginTop = `${Math.max(-lower, 0)}px`;
  }

  // Where a row of cells begins, in pixels below the upper edge of the table.
  function heightOf(row) {
    return cell(row, 0).closest("tr").offsetTop;
  }

  function point(next) {
    at = next;
    draw();
    pointed.textContent = at ? cellWords(spec, at) : "Click or drag over the cells; a word switches its whole row or column.";
  }

  const place = (event) => event.target.dataset && event.target.dataset.at && event.target.dataset.at.split(",").map(Number);
  grid.addEventListener("pointerdown", (event) => {
    const found = place(event);
    if (!found || event.button !== 0) return;
    event.target.releasePointerCapture(event.pointerId); // a finger, too, may go on to the next cell
    painting = !cells[found[0] * columns + found[1]];
    tabCell = found;
    setCell(...found, painting);
  });
  grid.addEventListener("pointermove", (event) => {
    if (painting === null || !(event.buttons & 1)) return;
    const under = grid.getRootNode().elementFromPoint(event.clientX, event.clientY);
    const found = under && place({ target: under });
    if (found && grid.contains(under)) setCell(...found, painting);
  });
  window.addEventListener("pointerup", () => (painting = null));
  // A click by keyboard or by a screen reader has no pointer before it.
  grid.addEventListener("click", (event) => {
    const found = place(event);
    if (found && event.detail === 0) setCell(...found, !cells[found[0] * columns + found[1]]);
  });
  grid.addEventListener("keydown", (event) => {
    const found = place(event);
    if (!found) return;
    const move = MOVES[event.key] || { Home: [0, -columns], End: [0, columns] }[event.key];
    if (!move) return;
    event.preventDefault();
    const clamp = (value, count) => Math.min(Math.max(value, 0), count - 1);
    tabCell = [clamp(found[0] + move[0], rows), clamp(found[1] + move[1], columns)];
    updateCells();
    cell(...tabCell).focus();
  });

  const possible = (pattern) => (!pattern.includes("pads") || data.keys.includes("<pad>")) && (!pattern.includes("future") || rows === columns);
  const names = Object.keys(PATTERNS).filter(possible).map((pattern) => [pattern, pattern]);
  const patterns = choice("Start from", [["choose a pattern", ""], ...names], "", (pattern) => {
    const opens = (_, place) => PATTERNS[pattern](Math.floor(place / columns), place % columns, data.keys[place % columns] === "<pad>");
    if (pattern) cells = cells.map(opens);
    patterns.select.value = ""; // so that the same one can be chosen again
    redraw();
  });
  const picture = make("div", { class: "tutor-picture" }, canvas);
  const left = make("div", { class: "tutor-paint" }, make("div", { class: "tutor-scroll" }, grid));
  const body = make("div", { class: "tutor-body" }, left, picture);
  build();
  live.append(
    make("div", { class: "tutor-row" }, patterns.holder),
    body,
    pointed, words, make("pre", { tabindex: "0", role: "region", "aria-label": "The code of this mask" }, code),
  );
  followCells(canvas, () => layout, point);
  redraw();
  redrawOnResize(body, draw);
});
