// uses: core
// The shape walk: the steps as buttons, the tensor of a step as a block of sheets.

const MOST_HEADS = 8; // blocks drawn side by side; the rest in words
const SHEETS = 3; // sheets drawn for a batch
const BEHIND = 7; // pixels from sheet to sheet, at most
const [LEFT, RIGHT, GAP] = [70, 4, 6]; // pixels: for the name of the rows, for more sheets, between heads
const [WIDEST, TALLEST] = [24, 220]; // pixels: of one element, of a sheet

const axisWord = (name, size) => (name === "" || name === String(size) ? name : `${name} = ${size}`);

// How a step is drawn: rows by columns, one block for each head, sheets for a batch.
function blockOf(stop) {
  const shape = [...Array(Math.max(0, 2 - stop.shape.length)).fill(1), ...stop.shape];
  const axes = [...Array(Math.max(0, 2 - stop.axes.length)).fill(""), ...stop.axes];
  const [rows, columns] = shape.slice(-2);
  const [batch = 1, ...between] = shape.slice(0, -2);
  const heads = between.reduce((product, size) => product * size, 1);
  const [drawn, sheets] = [Math.min(heads, MOST_HEADS), Math.min(batch, SHEETS)];
  return { axes, shape, rows, columns, batch, heads, drawn, sheets };
}

// Pixels of one element: the same in all steps, so that their sizes can be compared.
function unitOf(stops, width) {
  const room = width - LEFT - RIGHT - BEHIND * (SHEETS - 1);
  const fits = stops.map(blockOf).map(({ rows, columns, drawn }) =>
    Math.min((room - GAP * (drawn - 1)) / (drawn * columns), TALLEST / rows));
  return Math.min(WIDEST, ...fits);
}

function drawBlock(canvas, { stops, sizes }, number, width) {
  const { axes, shape, rows, columns, batch, heads, drawn, sheets } = blockOf(stops[number]);
  const [rowName, columnName] = axes.slice(-2);
  const pieces = columnName.includes("*") ? Math.min(sizes[columnName.split("*")[0]] || 1, 64) : 1;
  const unit = unitOf(stops, width);
  const [each, tall] = [Math.max(columns * unit, 1), Math.max(rows * unit, 1)];
  const step = Math.max(3, Math.min(BEHIND, tall / 4));
  const top = 24 + step * (sheets - 1);
  const pen = sizeCanvas(canvas, width, Math.ceil(top + tall + 30));
  for (let sheet = sheets - 1; sheet >= 0; sheet--) {
    for (let head = 0; head < drawn; head++) {
      const x = LEFT + head * (each + GAP) + step * sheet;
      const y = top - step * sheet;
      const fills = Array.from({ length: pieces }, (_, i) =>
        pieces > 1 || heads > 1 ? PALETTE[(pieces > 1 ? i : head) % PALETTE.length] : THEME.plain);
      const wide = each / pieces;
      fills.forEach((fill, piece) => {
        pen.fillStyle = fill;
        pen.fillRect(x + piece * wide, y, wide, tall);
        if (sheet || fill === THEME.plain || Math.min(wide, tall) < 12) return;
        const place = [x + (piece + 0.5) * wide, y + tall / 2];
        write(pen, String(pieces > 1 ? piece : head), ...place, { size: 11, align: "center", ink: inkOn(rgbOf(fill)) });
      });
      pen.strokeStyle = pen.ink;
      pen.strokeRect(x, y, each, tall);
    }
  }
  const few = (name, size, shown) => axisWord(name, size) + (size > shown ? ` (${shown} drawn)` : "");
  const above = shape.length > 2 ? [few(axes[0], batch, sheets)] : [];
  if (heads > 1) above.push(few(axes.slice(1, -2).join(" × "), heads, drawn));
  write(pen, above.join(", "), LEFT, 8, { size: 13 });
  write(pen, axisWord(rowName, rows), LEFT - 8, top + tall / 2, { size: 13, align: "right" });
  write(pen, axisWord(columnName, columns), LEFT, top + tall + 15, { size: 13 });
}

start("walk", (live, data) => {
  let at = 0;
  const strip = make("ol", { class: "tutor-strip" });
  const title = make("h4", {});
  const status = make("p", { role: "status" });
  const canvas = make("canvas", { role: "img" });
  const tuple = (shape) => `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;
  const steps = data.stops.map((stop, index) => {
    const made = make("button", { type: "button" }, make("strong", {}, stop.name), make("span", {}, tuple(stop.shape)));
    made.addEventListener("click", () => go(index));
    strip.append(make("li", {}, made));
    return made;
  });

  const back = button("Back", () => go(at - 1));
  const next = button("Next", () => go(at + 1));

  function go(to) {
    at = Math.min(Math.max(to, 0), steps.length - 1);
    back.setAttribute("aria-disabled", String(at === 0)); // not disabled: it keeps the focus
    next.setAttribute("aria-disabled", String(at === steps.length - 1));
    steps.forEach((step, index) => {
      if (index === at) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
    });
    const stop = data.stops[at];
    title.textContent = `${at + 1} of ${steps.length}: ${stop.name} ${tuple(stop.shape)} = (${stop.axes.join(", ")})`;
    status.textContent = stop.note;
    canvas.setAttribute("aria-label", `Step ${at + 1} of ${steps.length}. ${stop.name}: ${tuple(stop.shape)}, that is (${stop.axes.join(", ")}).`);
    draw();
  }

  function draw() {
    if (picture.clientWidth) drawBlock(canvas, data, at, Math.min(picture.clientWidth, 900));
  }

  const picture = make("div", { class: "tutor-picture" }, canvas);
  live.append(
    make("div", { class: "tutor-row" }, back, next, title),
    status, strip, picture,
    make("p", { class: "tutor-quiet" }, "Drawn to scale: sides of all steps can be compared."),
  );
  go(at);
  redrawOnResize(picture, draw);
});
