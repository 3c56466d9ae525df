// uses: core
// A slider that shows one picture for each of its places.

start("slides", (live, data) => {
  const image = make("img", { class: "tutor-drawn", style: "max-width:100%" });
  const show = (at) => {
    const { alt, bright, dark } = data.pages[at];
    Object.assign(image, { src: bright, alt });
    image.style.setProperty("--tutor-dark", `url(${dark})`);
  };
  show(data.start);
  const control = slider(data.slider, data.words, data.start, show);
  live.append(make("div", { class: "tutor-row" }, control.holder), make("div", { class: "tutor-picture" }, image));
});
