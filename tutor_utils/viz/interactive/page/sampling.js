// uses: core
// The next token as bars: sliders for temperature, top-k and top-p, and a button that samples.

start("sampling", (live, data) => {
  const state = { at: 0, temperature: data.temperatures.indexOf(1), k: data.ks.length - 1, p: data.ps.length - 1, drawn: null };
  const change = (name) => (place) => {
    state[name] = Number(place);
    state.drawn = null;
    show();
  };
  const place = choice("After", data.places.map((each, i) => [each.name, i]), 0, change("at"));
  const heat = slider("Temperature", data.temperatures.map(String), state.temperature, change("temperature"));
  const most = slider("top-k", data.ks.map((k, i) => (i === data.ks.length - 1 ? "off" : String(k))), state.k, change("k"));
  const share = slider("top-p", data.ps.map((p) => (p === 1 ? "off" : String(p))), state.p, change("p"));
  const status = make("p", { role: "status" });
  const bars = make("div", { class: "tutor-bars" });
  const again = button("Draw 20", () => {
    const { shares } = probabilities();
    state.drawn = shares.map(() => 0);
    for (let n = 0; n < 20; n++) {
      let left = Math.random();
      const at = shares.findIndex((one) => (left -= one) < 0);
      state.drawn[at < 0 ? 0 : at] += 1;
    }
    show();
  });

  // The probabilities before and after the cuts; the logits come largest first.
  function probabilities() {
    const { logits } = data.places[state.at];
    const divided = logits.map((logit) => logit / data.temperatures[state.temperature]);
    const normed = (count) => {
      const powers = divided.map((logit, i) => (i < count ? Math.exp(logit - divided[0]) : 0));
      const total = powers.reduce((sum, power) => sum + power, 0);
      return powers.map((power) => power / total);
    };
    const all = normed(logits.length);
    const limited = normed(Math.min(data.ks[state.k], logits.length));
    let before = 0;
    const open = limited.map((one) => {
      const stays = before < data.ps[state.p] && one > 0;
      before += one;
      return stays;
    });
    const total = limited.reduce((sum, one, i) => sum + (open[i] ? one : 0), 0);
    return { all, shares: limited.map((one, i) => (open[i] ? one / total : 0)), left: open.filter(Boolean).length };
  }

  function show() {
    const { all, shares, left } = probabilities();
    const { names } = data.places[state.at];
    const times = (count) => (count === 1 ? "once" : `${count} times`);
    const unseen = state.drawn ? state.drawn.slice(names.length).reduce((sum, one) => sum + one, 0) : 0;
    const others = unseen ? ` Tokens that are not shown here were drawn ${times(unseen)}.` : "";
    status.textContent = `${left} of ${all.length} tokens are left. The likeliest: "${names[0]}", ${percent(shares[0])}.${others}`;
    bars.replaceChildren(
      ...names.map((name, i) => {
        const value = shares[i] || all[i];
        const bar = make("span", { class: "tutor-bar" });
        bar.style.width = `${Math.max(value * 60, 0.3)}%`;
        bar.style.background = shares[i] ? THEME.accent : THEME.plain;
        const count = state.drawn && state.drawn[i] ? ` · drawn ${times(state.drawn[i])}` : "";
        const words = `${shares[i] ? percent(value) : "left out"}${count}`;
        return make("div", { class: "tutor-bar-row" }, make("span", { class: "tutor-bar-name" }, name), bar, make("span", {}, words));
      }),
    );
  }

  live.append(
    make("div", { class: "tutor-row" }, place.holder, heat.holder),
    make("div", { class: "tutor-row" }, most.holder, share.holder, again),
    status,
    bars,
  );
  show();
});
