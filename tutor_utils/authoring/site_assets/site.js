// Scrolling boxes can be reached by the keyboard, and have a name for a screen reader. What is
// folded has no width: it is looked at when it opens.
function reachable() {
  const boxes = "div.cell_output, .tutor-svg, .bd-content pre, .bd-content table";
  for (const box of document.querySelectorAll(boxes)) {
    if (box.scrollWidth > box.clientWidth) {
      box.tabIndex = 0;
      if (!box.hasAttribute("role") && box.tagName === "DIV") box.setAttribute("role", "group");
      if (box.tagName === "DIV" && !box.hasAttribute("aria-label")) box.setAttribute("aria-label", "Output");
    }
  }
}
document.addEventListener("DOMContentLoaded", reachable);

// A map that is wider than a phone shows the part that is lit.
addEventListener("load", () => {
  for (const box of document.querySelectorAll(".tutor-svg")) {
    const sign = [...box.querySelectorAll("text")].findLast((text) => text.textContent === "you are here");
    if (sign) box.scrollLeft = sign.getBoundingClientRect().right - box.getBoundingClientRect().right + 8;
  }
});
addEventListener("resize", reachable);
document.addEventListener("toggle", reachable, true);
document.addEventListener("click", reachable);

// A viewer knows no page: its title is one level below the heading that it stands under.
addEventListener("load", () => {
  let level = 1;
  for (const heading of document.querySelectorAll("article :is(h1, h2, h3, h4)")) {
    if (heading.closest(".tutor-live")) heading.setAttribute("aria-level", level + 1);
    else level = Number(heading.tagName[1]);
  }
});

// Paper is bright: a page that is read in the dark is printed in its bright colours.
let screenTheme;
addEventListener("beforeprint", () => {
  document.querySelectorAll("details.tutor-after").forEach((box) => { box.open = true; });
  screenTheme = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = "light";
});
addEventListener("afterprint", () => {
  document.documentElement.dataset.theme = screenTheme;
});
