// The shape walk: the steps as buttons, the tensor at hand as a block of sheets.

const MOST_HEADS = 8; // blocks drawn side by side; the rest in words
const SHEETS = 3; // sheets drawn for a batch
const INCH = 88; // pixels

// A length on the page: doubling an axis adds a quarter of an inch.
const lengthOf = (size) => INCH * (0.25 + 0.25 * Math.log2(Math.max(size, 1)));
const axisWord = (name, size) => (name === "" || name === String(size) ? name : `${name} = ${size}`);

function drawBlock(canvas, stop, sizes, width) {
  const shape = [...Array(Math.max(0, 2 - stop.shape.length)).fill(1), ...stop.shape];
  const axes = [...Array(Math.max(0, 2 - stop.axes.length)).fill(""), ...stop.axes];
  const [rows, columns] = shape.slice(-2);
  const [rowName, columnName] = axes.slice(-2);
  const [batch = 1, ...between] = shape.slice(0, -2);
  const heads = between.reduce((product, size) => product * size, 1);
  const drawn = Math.min(heads, MOST_HEADS);
  const sheets = Math.min(batch, SHEETS);
  const first = columnName.split("*")[0];
  const pieces = columnName.includes("*") ? Math.min(sizes[first] || 1, 64) : 1;
  const gap = heads > 1 ? 10 : 0;
  const behind = 9 * (sheets - 1);
  let each = (columns * heads > 4 * rows ? lengthOf(columns * heads) : lengthOf(columns) * heads) / heads;
  const left = 92;
  let tall = lengthOf(rows);
  const room = (width - left - behind - 120) / drawn - gap;
  each = Math.max(14, Math.min(each, room));
  if (rows === columns) each = tall = Math.max(14, Math.min(tall, room)); // a square is drawn as one
  const pen = prepare(canvas, width, Math.ceil(tall + behind + 62));
  const top = 30 + behind;
  for (let sheet = sheets - 1; sheet >= 0; sheet--) {
    for (let head = 0; head < drawn; head++) {
      const x = left + head * (each + gap) + 9 * sheet;
      const y = top - 9 * sheet;
      const fills = pieces > 1
        ? Array.from({ length: pieces }, (_, i) => PALETTE[i % PALETTE.length])
        : [heads > 1 ? PALETTE[head % PALETTE.length] : THEME.plain];
      fills.forEach((fill, piece) => {
        const wide = each / fills.length;
        pen.fillStyle = fill;
        pen.fillRect(x + piece * wide, y, wide, tall);
        const number = pieces > 1 ? piece : head;
        if (sheet === 0 && (pieces > 1 || heads > 1) && wide >= 12) {
          write(pen, String(number), x + (piece + 0.5) * wide, y + tall / 2, { size: 11, align: "center", ink: inkOn(rgbOf(fill)) });
        }
      });
      pen.strokeStyle = pen.ink;
      pen.strokeRect(x, y, each, tall);
    }
  }
  const end = left + drawn * (each + gap) - gap;
  write(pen, axisWord(rowName, rows), left - 8, top + tall / 2, { size: 13, align: "right" });
  write(pen, axisWord(columnName, columns), heads > 1 ? left : (left + end) / 2, top + tall + 15, { size: 13, align: heads > 1 ? "left" : "center" });
  if (heads > 1) {
    const more = drawn === heads ? "" : ` (${drawn} drawn)`;
    write(pen, axisWord(axes.slice(1, -2).join(" × "), heads) + more, (left + end) / 2, 10, { size: 13, align: "center" });
  }
  if (shape.length > 2) {
    write(pen, axisWord(axes[0], batch) + (batch > sheets ? `, ${sheets} drawn` : ""), end + behind + 10, top - behind + 6, { size: 13 });
  }
}

start("walk", (live, data) => {
  let at = 0;
  const strip = make("ol", { class: "tutor-strip" });
  const title = make("h4", {});
  const said = make("p", { role: "status" });
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
    back.setAttribute("aria-disabled", String(at === 0)); // it keeps the focus, and does nothing
    next.setAttribute("aria-disabled", String(at === steps.length - 1));
    steps.forEach((step, index) => {
      if (index === at) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
    });
    const stop = data.stops[at];
    title.textContent = `${at + 1} of ${steps.length}: ${stop.name} ${tuple(stop.shape)} = (${stop.axes.join(", ")})`;
    said.textContent = stop.note;
    canvas.setAttribute("aria-label", `Step ${at + 1} of ${steps.length}. ${stop.name}: ${tuple(stop.shape)}, that is (${stop.axes.join(", ")}).`);
    draw();
  }

  function draw() {
    if (picture.clientWidth) drawBlock(canvas, data.stops[at], data.sizes, Math.min(picture.clientWidth, 900));
  }

  const picture = make("div", { class: "tutor-picture" }, canvas);
  live.append(
    make("div", { class: "tutor-row" }, back, next, title),
    said, strip, picture,
  );
  go(at);
  keepDrawn(picture, draw);
});
