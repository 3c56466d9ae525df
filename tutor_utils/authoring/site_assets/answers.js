// Predictions and choices that answer in the page. What a reader said stays in this browser alone.
const keep = {
  read(key) { try { return localStorage.getItem("tutor:" + key); } catch { return null; } },
  write(key, said) { try { localStorage.setItem("tutor:" + key, said); } catch { /* a private window */ } },
};

// The same normal form as site_forms.plain: case, spaces and brackets do not matter, 4.0 is 4.
function plain(said) {
  const inside = said.trim().toLowerCase().replace(/^torch\.size/, "").replace(/^[([\s]+|[)\],\s]+$/g, "");
  const parts = inside.split(",").map((part) => part.trim().replace(/\s+/g, " "));
  return parts.map((p) => (p !== "" && !isNaN(p) ? String(+(+p).toFixed(4)) : p)).join(", ");
}

// Where the answer is a number or a shape, what else stands in the text does not matter.
function read(said, right) {
  if (!/^[-\d., ]+$/.test(right)) return plain(said);
  const joined = right.includes(",") ? said : said.replace(/(\d)[_,](?=\d{3}\b)/g, "$1");
  const numbers = joined.match(/-?\d+(\.\d+)?/g) ?? [];
  return numbers.length === right.split(",").length ? plain(numbers.join(",")) : plain(said);
}

// What comes after a prediction, up to the next thing to answer or the next heading, tells it: it
// is folded until something was said. Without this script it is open.
function folded(form) {
  let cell = form;
  while (cell.parentElement && !cell.parentElement.matches("section, main, article")) cell = cell.parentElement;
  const box = document.createElement("details");
  box.className = "tutor-after";
  box.append(Object.assign(document.createElement("summary"), { textContent: "Say what you expect, then look" }));
  const asks = ".tutor-ask, .tutor-choose";
  for (let next = cell.nextElementSibling; next && !next.matches("section, h2, h3"); next = cell.nextElementSibling) {
    if (next.matches(asks) || next.querySelector(asks)) break;
    box.append(next);
  }
  if (box.childElementCount > 1) cell.after(box);
  return box;
}

function prediction(form) {
  const after = folded(form);
  const bytes = Uint8Array.from(atob(form.dataset.kept), (c) => c.charCodeAt(0));
  const { right, why, otherwise } = JSON.parse(new TextDecoder().decode(bytes));
  const told = form.querySelector(".tutor-told");
  const tell = (said) => {
    const given = read(said, right);
    if (given === "") { told.textContent = "Write what you expect, then say it."; return; }
    const isRight = given === right;
    told.textContent = (isRight ? "Right. " : "Not quite. ") + (why[given] ?? otherwise);
    told.classList.toggle("tutor-right", isRight);
    after.open = true;
    for (const button of form.querySelectorAll("button[value]")) {
      button.setAttribute("aria-pressed", String(button.value === given));
    }
    keep.write(form.dataset.key, said);
  };
  for (const button of form.querySelectorAll("button[value]")) {
    button.addEventListener("click", () => tell(button.value));
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (form.elements.said) tell(form.elements.said.value);
  });
  const before = keep.read(form.dataset.key);
  if (before !== null) {
    if (form.elements.said) form.elements.said.value = before;
    tell(before);
  }
}

function choice(box) {
  const answered = box.querySelector(".tutor-answered");
  const buttons = [...box.querySelectorAll("button")];
  for (const button of buttons) {
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-expanded", String(other === button));
      button.parentElement.after(answered); // the card stands below the line that it is about
      answered.replaceChildren(button.parentElement.querySelector("template").content.cloneNode(true));
    });
  }
}

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("form.tutor-ask").forEach(prediction);
  document.querySelectorAll(".tutor-choose").forEach(choice);
});
