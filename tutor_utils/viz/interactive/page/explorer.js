// The model explorer: its controls, and what happens when one is used.

start("explorer", (live, data) => {
  const model = opened(data);
  const state = { src: [...data.src], token: { side: "decoder", row: 2 }, stage: data.first, zoom: data.zoom ?? 1, head: 0, what: { ...PLAIN, off: [] } };
  let now, plain;

  const sentence = make("div", { class: "tutor-sentence", role: "group", "aria-label": "The source" });
  const said = make("p", { role: "status", class: "tutor-answer" });
  const picture = make("div", { class: "tutor-flow tutor-scroll" });
  const below = make("div", {});

  const act = {
    open: (key, clicked) => {
      set({ stage: key, zoom: Math.max(state.zoom, 1) }, `[data-stage="${key}"]`);
      if (clicked && live.matches(".tutor-narrow")) below.scrollIntoView({ block: "start" });
    },
    back: () => {
      set({ zoom: Math.min(state.zoom, 1) });
      picture.scrollIntoView({ block: "start" });
    },
    zoom: (to, head = state.head) => {
      const before = state.zoom;
      set({ zoom: Math.min(Math.max(to, 0), deepest()), head });
      if (state.zoom === before || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
      const from = state.zoom > before ? 0.92 : 1.06;
      (state.zoom ? below : picture).animate([{ transform: `scale(${from})`, opacity: 0.3 }, {}], 160);
    },
    follow: (side, row) => set({ token: { side, row } }, `[data-token="${side}.${row}"]`),
    ask: (side, row) => set({ token: { side, row } }, "[data-query]"),
    head: (key) => {
      const { off } = state.what;
      change({ off: off.includes(key) ? off.filter((each) => each !== key) : [...off, key] });
      live.querySelector(`[data-head="${key}"]`).focus();
    },
  };

  function set(more, focus) {
    Object.assign(state, more);
    redraw();
    if (focus) live.querySelector(focus).focus({ preventScroll: true });
  }

  function change(what) {
    Object.assign(state.what, what);
    renew();
  }

  // --- zoom: the model, a box of it, a head in the box ---
  const trail = make("span", { class: "tutor-trail" });
  const outward = button("−", () => act.zoom(state.zoom - 1));
  const inward = button("+", () => act.zoom(state.zoom + 1));
  outward.setAttribute("aria-label", "Zoom out");
  inward.setAttribute("aria-label", "Zoom in");
  const zoom = make("div", { class: "tutor-row tutor-zoom", role: "group", "aria-label": "Zoom" }, make("span", { class: "tutor-lead" }, "Zoom"), outward, inward, trail);
  const deepest = () => (stageOf(state.stage).heads ? 2 : 1);

  function crumbs() {
    const stage = stageOf(state.stage);
    const crumb = (words, to, head = state.head) => {
      const made = button(words, () => {
        act.zoom(to, head);
        trail.querySelector(`[data-crumb="${to}.${head}"]`).focus();
      });
      made.dataset.crumb = `${to}.${head}`;
      if (state.zoom === to && (to < 2 || state.head === head)) made.setAttribute("aria-current", "true");
      return made;
    };
    const heads = (stage.heads || []).flatMap((_, head) => [head ? " " : " › ", crumb(`head ${head}`, 2, head)]);
    trail.replaceChildren(crumb("the model", 0), " › ", crumb(`${NAMES[stage.kind]}, ${whereIs(stage)}`, 1), ...heads);
    outward.setAttribute("aria-disabled", String(state.zoom === 0));
    inward.setAttribute("aria-disabled", String(state.zoom === deepest()));
  }

  live.addEventListener("keydown", (event) => {
    const by = { "+": 1, "=": 1, "-": -1 }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.target.matches("select, input, pre")) return;
    act.zoom(state.zoom + by);
    if (!event.target.isConnected || !event.target.getClientRects().length) (by > 0 ? inward : outward).focus();
    event.preventDefault();
  });

  // Two fingers on a phone: apart goes into what lies between them, together goes out.
  let pinch = null;
  const spread = ({ touches: [a, b] }) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  live.addEventListener("touchstart", (event) => (pinch = event.touches.length === 2 ? spread(event) : null), { passive: true });
  live.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    const by = spread(event) / pinch;
    if (by > 0.7 && by < 1.4) return;
    pinch = null; // once for each gesture
    const [a, b] = event.touches;
    const under = document.elementFromPoint((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
    const [box, head] = under ? [under.closest("[data-stage]"), under.closest("[data-zoom-head]")] : [];
    if (by > 1 && head) act.zoom(2, Number(head.dataset.zoomHead));
    else if (by > 1 && box) act.open(box.dataset.stage, true);
    else act.zoom(state.zoom + (by > 1 ? 1 : -1));
  }, { passive: true });

  // --- the source ---
  function chips() {
    const words = data.source_words;
    const each = state.src.map((id, place) => {
      const select = make("select", { "aria-label": `source, position ${place}` });
      words.forEach((word, other) => select.append(make("option", { value: String(other) }, word)));
      select.value = String(id);
      select.addEventListener("change", () => {
        state.src[place] = Number(select.value);
        renew();
      });
      return select;
    });
    const longer = button("+", () => resize(1));
    const shorter = button("−", () => resize(-1));
    longer.setAttribute("aria-label", "One token more");
    shorter.setAttribute("aria-label", "One token less");
    longer.disabled = state.src.length >= data.longest;
    shorter.disabled = state.src.length < 2;
    const next = button("Another sentence", () => {
      at = (at + 1) % data.others.length;
      state.src = [...data.others[at]];
      fresh();
    });
    next.hidden = data.others.length < 2;
    sentence.replaceChildren(make("span", { class: "tutor-lead" }, "It reads"), ...each, longer, shorter, next);
  }
  let at = 0;

  // Before the eos, where there is one at the end.
  function resize(by) {
    const place = state.src.length - (last(state.src) === data.eos ? 1 : 0);
    if (by > 0) state.src.splice(place, 0, state.src[Math.max(place - 1, 0)]);
    else state.src.splice(Math.max(place - 1, 0), 1);
    fresh();
  }

  function fresh() {
    if (state.what.swap && state.what.swap.place >= state.src.length) state.what.swap = null;
    chips();
    swaps();
    renew();
  }

  // --- what if ---
  const noScale = tick("no √d_k", (noScale) => change({ noScale }));
  const noMask = tick("no mask", (noMask) => change({ noMask }));
  const swap = make("select", {});
  const other = () => data.others[(at + 1) % data.others.length];
  function swaps() {
    const from = other().map((id) => data.source_words[id]).join(" ");
    swap.replaceChildren(make("option", { value: "" }, "as it is"),
      ...state.src.map((_, place) => make("option", { value: String(place) }, `position ${place} from ${from}`)));
    swap.value = state.what.swap ? String(state.what.swap.place) : "";
  }
  swap.addEventListener("change", () => change({ swap: swap.value === "" ? null : { place: Number(swap.value), src: other() } }));
  const back = button("Undo all", () => {
    state.what = { ...PLAIN, off: [] };
    noScale.input.checked = noMask.input.checked = false;
    swap.value = "";
    renew();
  });
  const whatIf = make("fieldset", { class: "tutor-row tutor-whatif" }, make("legend", {}, "What if"), noScale.holder, noMask.holder,
    make("label", { class: "tutor-control" }, "memory", swap), back);

  // --- drawing ---
  function renew() {
    now = compute(model, state.src, state.what, now && now.said);
    now.layers = model.layers.decoder;
    const changed = state.what.noScale || state.what.noMask || state.what.off.length || state.what.swap;
    plain = changed ? compute(model, state.src, PLAIN, plain && plain.said) : now;
    for (const stage of now.decoder) {
      if (!speaks(stage)) continue;
      stage.ranks = lens(model, stage.x).map(ranked);
      stage.says = stage.ranks.map((ranks) => ranks[0]);
    }
    const count = state.token.side === "encoder" ? now.src.length : now.tgt.length;
    state.token.row = Math.min(state.token.row, count - 1);
    redraw();
  }

  // What it says now. A word that changed says what it was.
  function answer() {
    const { target_words: words } = data;
    const shown = now.said.map((id, i) => {
      if (id === plain.said[i]) return make("span", { class: "tutor-word" }, words[id]);
      const was = i < plain.said.length ? `was ${words[plain.said[i]]}` : "new";
      return make("mark", { class: "tutor-word" }, words[id], make("small", {}, ` ${was}`));
    });
    const heads = state.what.off.length;
    const off = heads ? `${heads} ${heads === 1 ? "head is" : "heads are"} off. ` : "";
    const same = now.said.length === plain.said.length && now.said.every((id, i) => id === plain.said[i]);
    const before = plain === now ? "" : off + (same ? "The answer stays the same." : `As it is: ${plain.said.map((id) => words[id]).join(" ")}.`);
    return [make("span", { class: "tutor-lead" }, "It says"), " ", ...shown.flatMap((word) => [word, " "]), before];
  }

  function redraw() {
    state.zoom = Math.min(state.zoom, deepest());
    now.plain = plain;
    said.replaceChildren(...answer());
    picture.hidden = state.zoom === 2;
    below.hidden = state.zoom === 0;
    crumbs();
    draw();
    if (state.zoom) panel(below, stageOf(state.stage), now, state, data, { ...act, answer });
  }

  const stageOf = (key) => now.stages.find((stage) => stage.key === key) || { key: "output", kind: "output", side: "decoder" };

  function draw() {
    key.hidden = true;
    if (!picture.clientWidth || !now) return;
    live.classList.toggle("tutor-narrow", picture.clientWidth < PHONE);
    live.classList.toggle("tutor-medium", picture.clientWidth >= PHONE && picture.clientWidth < 900);
    key.hidden = picture.clientWidth >= PHONE; // there the picture says it
    picture.replaceChildren(drawFlow(now, state, data, picture.clientWidth, act));
  }

  // Arrow keys go from box to box, and from token to token.
  picture.addEventListener("keydown", (event) => {
    const { key, target } = event;
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
    const go = key === "Enter" || key === " " ? 0 : by;
    if (go === undefined || !target.dataset) return;
    if (target.dataset.stage) {
      const keys = [...now.stages.map((stage) => stage.key), "output"];
      const to = keys.indexOf(target.dataset.stage) + go;
      act.open(keys[Math.min(Math.max(to, 0), keys.length - 1)]);
    } else if (target.dataset.token) {
      const [side, row] = target.dataset.token.split(".");
      const count = side === "encoder" ? now.src.length : now.tgt.length;
      act.follow(side, Math.min(Math.max(Number(row) + go, 0), count - 1));
    } else return;
    event.preventDefault();
  });

  const heads = Array.from({ length: data.heads }, (_, head) =>
    make("span", {}, make("i", { style: `background:${PALETTE[head % PALETTE.length]}` }), `head ${head}`));
  const key = make("p", { class: "tutor-key" }, ...heads,
    make("span", {}, "The thicker a line, the more attention; the thicker a road, the larger x. Tap a word to follow it, a box to look inside."));
  live.append(sentence, said, whatIf, zoom, picture, key, below);
  chips();
  swaps();
  renew();
  keepDrawn(picture, draw);
});
