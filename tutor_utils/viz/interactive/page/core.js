// Shared by all viewers: elements, colours, drawing on a canvas, and softmax.

const KEYS_OWN = "lmSuppressShortcuts"; // data-lm-suppress-shortcuts: else JupyterLab takes the keys

// An element: make("button", {type: "button"}, "Next"). Text is text, never HTML.
function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name in made && typeof value !== "string") made[name] = value;
    else made.setAttribute(name, value);
  }
  if (/^(button|input|select|summary)$/.test(tag) || made.tabIndex === 0) made.dataset[KEYS_OWN] = "true";
  made.append(...children);
  return made;
}

// A menu of [name, value] pairs; `offer` gives it others.
function choice(label, options, value, change) {
  const select = make("select", {});
  select.addEventListener("change", () => change(select.value));
  const holder = make("label", { class: "tutor-control" }, label, select);
  const offer = (options, value) => {
    select.replaceChildren(...options.map(([name, key]) => make("option", { value: String(key) }, name)));
    select.value = String(value);
    holder.hidden = options.length < 2;
  };
  offer(options, value);
  return { holder, select, offer };
}

function checkbox(label, change) {
  const input = make("input", { type: "checkbox" });
  input.addEventListener("change", () => change(input.checked));
  return { holder: make("label", { class: "tutor-control" }, input, label), input };
}

function slider(label, words, index, change) {
  const input = make("input", { type: "range", min: "0", max: String(words.length - 1), step: "1" });
  const output = make("span", { class: "tutor-value", "aria-hidden": "true" }); // aria-valuetext says it
  const show = (at) => {
    input.value = String(at);
    output.textContent = words[at];
    input.setAttribute("aria-valuetext", words[at]);
  };
  show(index);
  input.addEventListener("input", () => {
    show(input.valueAsNumber);
    change(input.valueAsNumber);
  });
  return { holder: make("label", { class: "tutor-control" }, label, input, output), input, show };
}

function button(label, action) {
  const made = make("button", { type: "button", class: "tutor-button" }, label);
  made.addEventListener("click", action);
  return made;
}

// An HTML table whose first column names its rows.
function table(caption, head, rows) {
  const line = make("tr", {}, ...head.map((word) => make("th", { scope: "col" }, word)));
  const body = rows.map(([first, ...rest]) =>
    make("tr", {}, make("th", { scope: "row" }, first), ...rest.map((word) => make("td", {}, word))),
  );
  return make("table", {}, make("caption", {}, caption), make("thead", {}, line), make("tbody", {}, ...body));
}

// A region that unfolds. It scrolls on its own where it is wide, by keyboard too.
function folded(summary, fill) {
  const inside = make("div", { role: "region", "aria-label": summary, tabindex: "0", class: "tutor-scroll" });
  const made = make("details", {}, make("summary", {}, summary), inside);
  const refill = () => made.open && inside.replaceChildren(...fill());
  made.addEventListener("toggle", refill);
  return { made, refill };
}

// --- numbers ---

function bytes(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

// Unpacks unsigned 16-bit integers between minimum and maximum; 0 means -infinity.
function unpackNumbers({ low, step, data }) {
  const places = new Uint16Array(bytes(data).buffer);
  return Float64Array.from(places, (place) => (place ? low + step * (place - 1) : -Infinity));
}

// Softmax over the keys; a blocked key gets 0, and so does each key of a row that is all blocked.
function softmax(scores, rows, columns, allowed) {
  const weights = new Float64Array(rows * columns);
  for (let begin = 0; begin < weights.length; begin += columns) {
    const places = Array.from({ length: columns }, (_, column) => begin + column).filter((place) => !allowed || allowed[place]);
    const top = Math.max(...places.map((place) => scores[place]));
    if (top === -Infinity) continue;
    let total = 0;
    for (const place of places) total += weights[place] = Math.exp(scores[place] - top);
    for (const place of places) weights[place] /= total;
  }
  return weights;
}

const twoDecimals = (number) => number.toFixed(2);
const cellWord = (weight, shut) => {
  const number = weight ? twoDecimals(weight) : "0";
  return shut ? (weight ? `${number} (should be blocked)` : "blocked") : number;
};
const percent = (share) => `${Math.round(100 * share)}%`;

// --- colours ---

// viridis at 17 points; the eye sees no difference to a straight line between them
const VIRIDIS =
  "44015448186a472d7b4240863b528b33638d2c728e26828e21918c1fa08828ae803fbc735ec96284d44baddc30d8e219fde725";
const STOPS = Array.from({ length: VIRIDIS.length / 6 }, (_, i) =>
  [0, 2, 4].map((from) => parseInt(VIRIDIS.slice(6 * i + from, 6 * i + from + 2), 16)),
);

function colour(share) {
  const place = Math.min(Math.max(share, 0), 1) * (STOPS.length - 1);
  const low = Math.min(Math.floor(place), STOPS.length - 2);
  return STOPS[low].map((part, i) => Math.round(part + (place - low) * (STOPS[low + 1][i] - part)));
}

// 256 colours, as (red, green, blue)
const SHADES = Array.from({ length: 256 }, (_, i) => colour(i / 255));
const shade = (share) => SHADES[Math.round(255 * Math.min(Math.max(share, 0), 1))];
const css = (rgb) => `rgb(${rgb.join(",")})`;

function inkOn(rgb) {
  const [red, green, blue] = rgb.map((part) => ((part / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.24 ? "#1b1e23" : "#ffffff";
}

const GRADIENT = `linear-gradient(90deg, ${STOPS.map(css).join(", ")})`;
const PALETTE = THEME.heads; // THEME is tutor_utils/viz/theme.py
const rgbOf = (hex) => [1, 3, 5].map((from) => parseInt(hex.slice(from, from + 2), 16));

// --- drawing on a canvas ---

// Sizes a canvas in CSS pixels, sharp on any screen; the pen has the page's font and ink.
function sizeCanvas(canvas, width, height) {
  const sharp = Math.max(window.devicePixelRatio || 1, 1);
  canvas.width = Math.ceil(width * sharp);
  canvas.height = Math.ceil(height * sharp);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const pen = canvas.getContext("2d");
  pen.scale(sharp, sharp);
  const style = getComputedStyle(canvas.parentElement);
  pen.ink = style.color;
  pen.family = style.fontFamily || "sans-serif";
  return pen;
}

function write(pen, text, x, y, { size = 12, align = "left", width = Infinity, ink = pen.ink, bold = false, turn = 0 } = {}) {
  pen.save();
  pen.translate(x, y);
  pen.rotate(turn);
  pen.font = `${bold ? "600 " : ""}${size}px ${pen.family}`;
  pen.fillStyle = ink;
  pen.textAlign = align;
  pen.textBaseline = "middle";
  pen.fillText(fitted(pen, text, width), 0, 0);
  pen.restore();
}

// The text, cut to a width with an ellipsis.
function fitted(pen, text, width) {
  if (pen.measureText(text).width <= width) return text;
  const letters = [...text].slice(0, 200);
  while (letters.length && pen.measureText(`${letters.join("")}…`).width > width) letters.pop();
  return `${letters.join("")}…`;
}

// Hatches cells, given as one path, within a box: a single stroke, since cells may be many.
function hatch(pen, cells, x, y, width, height) {
  pen.save();
  pen.clip(cells, "evenodd"); // a square in a square is a hole
  pen.fillStyle = THEME.blocked;
  pen.fillRect(x, y, width, height);
  pen.strokeStyle = THEME.hatch;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let start = x - height; start < x + width; start += 6) {
    pen.moveTo(start + height, y);
    pen.lineTo(start, y + height);
  }
  pen.stroke();
  pen.restore();
}

// --- starting and redrawing ---

// Calls draw now, and again where the width or the theme of the page has changed.
function redrawOnResize(root, draw) {
  let frame = 0;
  const schedule = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(draw);
  };
  let width = 0;
  new ResizeObserver(() => {
    if (root.clientWidth !== width) {
      width = root.clientWidth;
      schedule();
    }
  }).observe(root);
  const theme = new MutationObserver(schedule);
  const watched = ["class", "data-jp-theme-light", "data-jp-theme-name", "data-theme", "theme", "data-vscode-theme-kind"];
  [document.body, document.documentElement].forEach((node) =>
    theme.observe(node, { attributes: true, attributeFilter: watched }),
  );
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", schedule);
  matchMedia("print").addEventListener("change", draw);
}

// Replaces the stored picture of each viewer of this page that no script has started yet.
function start(name, build) {
  const own = document.currentScript ? document.currentScript.getRootNode() : document;
  for (const root of new Set([own, document])) {
    root.querySelectorAll(`.tutor-view[data-tutor][data-viewer="${name}"]:not([data-live])`).forEach((view) => {
      view.dataset.live = "";
      const live = make("div", { class: "tutor-live" });
      try {
        view.append(live);
        build(live, JSON.parse(view.dataset.tutor));
        view.querySelector(".tutor-stored").hidden = true;
      } catch (error) {
        live.remove(); // the stored picture stays
        console.error(error);
      }
    });
  }
}
