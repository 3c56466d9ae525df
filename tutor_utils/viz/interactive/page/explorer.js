// uses: core, explorer_forward, explorer_flow, explorer_panel
// The model explorer: its controls and their actions.

start("explorer", (live, data) => {
  const model = unpackModel(data);
  const state = { src: [...data.src], token: { side: "decoder", row: 2 }, stage: data.first, head: null, whatIf: { ...NO_CHANGE, off: [] } };
  let now, baseline;

  const sentence = make("div", { class: "tutor-sentence", role: "group", "aria-label": "The source" });
  const status = make("p", { role: "status", class: "tutor-answer" });
  const picture = make("div", { class: "tutor-flow tutor-scroll" });
  const below = make("div", {});

  const actions = {
    open: (key, clicked) => {
      set({ stage: key, head: null }, `[data-stage="${key}"]`);
      if (clicked && live.matches(".tutor-narrow")) below.scrollIntoView({ block: "start" });
    },
    back: () => picture.scrollIntoView({ block: "start" }),
    showHead: (head) => set({ head }, head === null ? `[data-look="${state.head}"]` : '[data-look="all"]'),
    follow: (side, row) => set({ token: { side, row } }, `[data-token="${side}.${row}"]`),
    followQuery: (side, row) => set({ token: { side, row } }, "[data-query]"),
    switchHead: (key) => {
      const { off } = state.whatIf;
      change({ off: off.includes(key) ? off.filter((each) => each !== key) : [...off, key] });
      live.querySelector(`[data-head="${key}"]`).focus();
    },
  };

  function set(more, focus) {
    Object.assign(state, more);
    redraw();
    if (focus) live.querySelector(focus).focus({ preventScroll: true });
  }

  function change(more) {
    Object.assign(state.whatIf, more);
    recompute();
  }

  // --- the source ---
  function showSource() {
    const words = data.source_words;
    const each = state.src.map((id, place) => {
      const select = make("select", { "aria-label": `source, position ${place}` });
      words.forEach((word, other) => select.append(make("option", { value: String(other) }, word)));
      select.value = String(id);
      select.addEventListener("change", () => {
        state.src[place] = Number(select.value);
        recompute();
      });
      return select;
    });
    const longer = button("+", () => addOrRemove(1));
    const shorter = button("−", () => addOrRemove(-1));
    longer.setAttribute("aria-label", "One token more");
    shorter.setAttribute("aria-label", "One token less");
    longer.disabled = state.src.length >= data.longest;
    shorter.disabled = state.src.length < 2;
    const next = button("Another sentence", () => {
      at = (at + 1) % data.others.length;
      state.src = [...data.others[at]];
      newSource();
    });
    next.hidden = data.others.length < 2;
    sentence.replaceChildren(make("span", { class: "tutor-lead" }, "It reads"), ...each, longer, shorter, next);
  }
  let at = 0;

  // Adds or removes a token before the eos, if the source ends in one.
  function addOrRemove(by) {
    const place = state.src.length - (last(state.src) === data.eos ? 1 : 0);
    if (by > 0) state.src.splice(place, 0, state.src[Math.max(place - 1, 0)]);
    else state.src.splice(Math.max(place - 1, 0), 1);
    newSource();
  }

  function newSource() {
    if (state.whatIf.swap && state.whatIf.swap.place >= state.src.length) state.whatIf.swap = null;
    showSource();
    offerSwaps();
    recompute();
  }

  // --- what if: changes of the forward pass ---
  const noScale = checkbox("no √d_k", (noScale) => change({ noScale }));
  const noMask = checkbox("no mask", (noMask) => change({ noMask }));
  const swap = choice("memory", [], "", (place) => change({ swap: place === "" ? null : { place: Number(place), src: other() } }));
  const other = () => data.others[(at + 1) % data.others.length];
  function offerSwaps() {
    const from = other().map((id) => data.source_words[id]).join(" ");
    const positions = state.src.map((_, place) => [`position ${place} from ${from}`, place]);
    swap.offer([["as it is", ""], ...positions], state.whatIf.swap ? state.whatIf.swap.place : "");
  }
  const back = button("Undo all", () => {
    state.whatIf = { ...NO_CHANGE, off: [] };
    noScale.input.checked = noMask.input.checked = false;
    swap.select.value = "";
    recompute();
  });
  const whatIfRow = make("fieldset", { class: "tutor-row tutor-whatif" }, make("legend", {}, "What if"), noScale.holder, noMask.holder, swap.holder, back);

  // --- drawing ---
  function recompute() {
    now = compute(model, state.src, state.whatIf);
    now.layers = model.layers.decoder;
    const changed = state.whatIf.noScale || state.whatIf.noMask || state.whatIf.off.length || state.whatIf.swap;
    baseline = changed ? compute(model, state.src) : now;
    for (const stage of now.decoder) {
      if (!hasPrediction(stage)) continue;
      stage.ranks = logitLens(model, stage.x).map(ranked);
      stage.predicted = stage.ranks.map((ranks) => ranks[0]);
    }
    const count = state.token.side === "encoder" ? now.src.length : now.tgt.length;
    state.token.row = Math.min(state.token.row, count - 1);
    redraw();
  }

  // The answer now. A word that changed shows the one before.
  function answer() {
    const { target_words: words } = data;
    const shown = now.output.map((id, i) => {
      if (id === baseline.output[i]) return make("span", { class: "tutor-word" }, words[id]);
      const was = i < baseline.output.length ? `was ${words[baseline.output[i]]}` : "new";
      return make("mark", { class: "tutor-word" }, words[id], make("small", {}, ` ${was}`));
    });
    const heads = state.whatIf.off.length;
    const off = heads ? `${heads} ${heads === 1 ? "head is" : "heads are"} off. ` : "";
    const same = now.output.length === baseline.output.length && now.output.every((id, i) => id === baseline.output[i]);
    const before = baseline === now ? "" : off + (same ? "The answer stays the same." : `As it is: ${baseline.output.map((id) => words[id]).join(" ")}.`);
    return [make("span", { class: "tutor-lead" }, "It says"), " ", ...shown.flatMap((word) => [word, " "]), before];
  }

  function redraw() {
    now.baseline = baseline;
    status.replaceChildren(...answer());
    draw();
    if (state.stage) fillPanel(below, stageOf(state.stage), now, state, data, { ...actions, answer });
  }

  const stageOf = (key) => now.stages.find((stage) => stage.key === key) || { key: "output", kind: "output", side: "decoder" };

  function draw() {
    if (!picture.clientWidth || !now) return;
    live.classList.toggle("tutor-narrow", picture.clientWidth < PHONE);
    live.classList.toggle("tutor-medium", picture.clientWidth >= PHONE && picture.clientWidth < 900);
    picture.replaceChildren(drawFlow(now, state, data, picture.clientWidth, actions));
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
      actions.open(keys[Math.min(Math.max(to, 0), keys.length - 1)]);
    } else if (target.dataset.token) {
      const [side, row] = target.dataset.token.split(".");
      const count = side === "encoder" ? now.src.length : now.tgt.length;
      actions.follow(side, Math.min(Math.max(Number(row) + go, 0), count - 1));
    } else return;
    event.preventDefault();
  });

  const heads = Array.from({ length: data.heads }, (_, head) =>
    make("span", {}, make("i", { style: `background:${PALETTE[head % PALETTE.length]}` }), `head ${head}`));
  const key = make("p", { class: "tutor-key" }, ...heads,
    make("span", {}, "The thicker a line, the more attention; the thicker a token's stream, the larger x; the larger a diamond, the more features above 0. Choose a word to follow it, a box to look inside."));
  live.append(sentence, status, whatIfRow, picture, key, below);
  showSource();
  offerSwaps();
  recompute();
  redrawOnResize(picture, draw);
});
