// The second view of attention: queries on the left, keys on the right, a line for each weight.

const STRIDE = 24; // pixels between two tokens
const DASHES = [[], [8, 4], [10, 3, 2, 3], [2, 3]]; // of heads, beside their colours

function drawLines(canvas, spec, width, at) {
  const [rows, columns] = [spec.queries.length, spec.keys.length];
  const panels = spec.panels.filter((panel) => !panel.mask);
  const together = spec.heads; // every head in one drawing, each in its colour
  const count = together ? 1 : panels.length;
  const stride = Math.max(14, Math.min(STRIDE, spec.tall / Math.max(rows, columns)));
  const height = 2 * NAME + Math.max(rows, columns) * stride + 8;
  const wide = Math.min(width / count - 16, 520);
  const pen = prepare(canvas, count * (wide + 16), Math.ceil(height));
  const names = Math.min(110, wide * 0.3);
  const places = Array.from({ length: count }, (_, i) => ({ x: i * (wide + 16), y: 2 * NAME }));
  places.forEach(({ x, y }, i) => {
    const shown = together ? panels : [panels[i]];
    if (together) nameHeads(pen, panels, x, wide);
    else write(pen, panels[i].name, x, NAME / 2, { bold: true, width: wide });
    write(pen, "query", x + names - 6, y - NAME / 2, { size: 11, align: "right" });
    write(pen, "key", x + wide - names + 6, y - NAME / 2, { size: 11 });
    shown.forEach((panel, head) => {
      const largest = spec.own ? Math.max(...panel.weights, 1e-9) : 1;
      pen.strokeStyle = together ? PALETTE[head % PALETTE.length] : PALETTE[0];
      pen.setLineDash(together ? DASHES[head % DASHES.length] : []);
      panel.weights.forEach((weight, place) => {
        const [row, column] = [Math.floor(place / columns), place % columns];
        const strength = weight / largest;
        if (strength < 0.01) return;
        const lit = !at || at.row === row;
        pen.globalAlpha = Math.min(1, strength) * (lit ? 1 : 0.06);
        pen.lineWidth = 0.6 + 3.4 * Math.min(1, strength);
        pen.beginPath();
        pen.moveTo(x + names, y + (row + 0.5) * stride);
        pen.lineTo(x + wide - names, y + (column + 0.5) * stride);
        pen.stroke();
      });
    });
    pen.globalAlpha = 1;
    pen.setLineDash([]);
    spec.queries.forEach((word, row) => {
      const bold = Boolean(at) && at.row === row;
      write(pen, word || "(empty)", x + names - 6, y + (row + 0.5) * stride, { align: "right", width: names - 8, bold });
    });
    spec.keys.forEach((word, column) =>
      write(pen, word || "(empty)", x + wide - names + 6, y + (column + 0.5) * stride, { width: names - 8 }),
    );
  });
  // A whole line of the drawing belongs to its query: one column as wide as the drawing.
  return { rows, columns: 1, cell: stride, wide, places: places.map(({ x, y }) => ({ x, y })), lines: true };
}

// A sample of each head's line with its name, as far as there is room.
function nameHeads(pen, panels, x, wide) {
  const each = Math.min(84, wide / panels.length);
  panels.forEach(({ name }, head) => {
    const left = x + head * each;
    pen.strokeStyle = PALETTE[head % PALETTE.length];
    pen.lineWidth = 3;
    pen.setLineDash(DASHES[head % DASHES.length]);
    pen.beginPath();
    pen.moveTo(left, NAME / 2);
    pen.lineTo(left + 24, NAME / 2);
    pen.stroke();
    write(pen, each < 70 ? String(head) : name, left + 28, NAME / 2, { width: each - 30 });
  });
}

// The strongest keys of one query, in words.
function strongestKeys(spec, panel, row) {
  const columns = spec.keys.length;
  const line = Array.from(panel.weights.slice(row * columns, (row + 1) * columns), (weight, i) => [weight, spec.keys[i]]);
  line.sort((a, b) => b[0] - a[0]);
  return line.slice(0, 3).filter(([weight]) => weight > 0).map(([weight, key]) => `'${key}' ${two(weight)}`).join(", ");
}
