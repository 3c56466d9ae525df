// uses: core
// Arrows in a plane that move with a slider: one picture for each place of it.

start("arrows", (live, data) => {
  let at = data.start;
  const canvas = make("canvas", { role: "img" });
  const picture = make("div", { class: "tutor-picture" }, canvas);
  const status = make("p", { role: "status" });
  const control = slider(data.slider, data.words, at, (place) => {
    at = place;
    draw();
  });
  const [wide, high] = data.reach;

  function arrow(pen, from, to, colour, thick) {
    const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
    pen.strokeStyle = pen.fillStyle = colour;
    pen.lineWidth = thick;
    pen.beginPath();
    pen.moveTo(...from);
    pen.lineTo(to[0] - 6 * Math.cos(angle), to[1] - 6 * Math.sin(angle));
    pen.stroke();
    pen.beginPath();
    pen.moveTo(...to);
    [2.65, -2.65].forEach((turn) => pen.lineTo(to[0] + 12 * Math.cos(angle + turn), to[1] + 12 * Math.sin(angle + turn)));
    pen.fill();
  }

  function draw() {
    if (!picture.clientWidth) return;
    const unit = Math.min(150, (Math.min(picture.clientWidth, 620) - 150) / wide);
    const pen = sizeCanvas(canvas, Math.ceil(wide * unit + 150), Math.ceil(high * unit + 74));
    const [left, bottom] = [34, high * unit + 34];
    const place = ([x, y]) => [left + x * unit, bottom - y * unit];
    arrow(pen, place([0, 0]), place([wide + 0.1, 0]), THEME.hatch, 1);
    arrow(pen, place([0, 0]), place([0, high + 0.1]), THEME.hatch, 1);
    write(pen, data.axes[0], left + wide * unit, bottom + 18, { size: 13, align: "right" });
    write(pen, data.axes[1], left - 16, bottom - high * unit, { size: 13, align: "right", turn: -Math.PI / 2 });
    // The path of the highlighted arrow over all places of the slider.
    pen.strokeStyle = THEME.accent;
    pen.setLineDash([4, 4]);
    pen.beginPath();
    data.frames.forEach((frame) => pen.lineTo(...place(frame[data.lit])));
    pen.stroke();
    pen.setLineDash([]);
    const names = Object.keys(data.frames[at]).filter((name) => name !== data.lit);
    [...names, data.lit].forEach((name, i) => {
      const lit = name === data.lit;
      const colour = lit ? THEME.accent : PALETTE[i % PALETTE.length];
      const end = place(data.frames[at][name]);
      arrow(pen, place([0, 0]), end, colour, lit ? 4 : 2);
      // Names on different sides, since arrows may meet.
      write(pen, name, end[0] + (lit ? -12 : 12), end[1] + (i % 2 && !lit ? 2 : -14), { size: 13, bold: lit, align: lit ? "right" : "left" });
    });
    const [x, y] = data.frames[at][data.lit].map((number) => number.toFixed(1));
    status.textContent = `${data.lit}: ${data.axes[0]} ${x}, ${data.axes[1]} ${y}`;
    canvas.setAttribute("aria-label", `${data.words[at]}. ${status.textContent}.`);
  }

  live.append(make("div", { class: "tutor-row" }, control.holder), picture, status);
  draw();
  redrawOnResize(picture, draw);
});
