// A native range input: arrow keys, Home and End come with it, and a label names it.

const PAUSE_MS = 60; // a drag sends many values; the kernel needs only where it rests

function render({ model, el }) {
  const label = document.createElement("label");
  const name = document.createElement("span");
  const input = document.createElement("input");
  const value = document.createElement("output");
  label.className = "tutor-slider";
  input.dataset.lmSuppressShortcuts = "true"; // or JupyterLab takes the arrow keys
  input.type = "range";
  input.min = 0;
  input.step = 1;
  label.append(name, input, value);
  el.append(label);

  const word = () => model.get("options")[input.valueAsNumber] ?? "";
  const say = () => {
    value.textContent = word();
    input.setAttribute("aria-valuetext", word());
  };
  const show = () => {
    name.textContent = model.get("label");
    input.max = Math.max(model.get("options").length - 1, 0);
    input.value = model.get("index");
    say();
  };

  let waiting;
  input.addEventListener("input", () => {
    say();
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      model.set("index", input.valueAsNumber);
      model.save_changes();
    }, PAUSE_MS);
  });
  model.on("change:label change:options change:index", show);
  show();
  return () => clearTimeout(waiting);
}

export default { render };
