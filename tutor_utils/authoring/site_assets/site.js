// Scrolling boxes can be reached by the keyboard, and have a name for a screen reader.
document.addEventListener("DOMContentLoaded", () => {
  for (const box of document.querySelectorAll("div.cell_output, .bd-content pre, .bd-content table")) {
    if (box.scrollWidth > box.clientWidth) {
      box.tabIndex = 0;
      if (!box.hasAttribute("role") && box.tagName === "DIV") box.setAttribute("role", "group");
      if (box.tagName === "DIV") box.setAttribute("aria-label", "Output");
    }
  }
});

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
  screenTheme = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = "light";
});
addEventListener("afterprint", () => {
  document.documentElement.dataset.theme = screenTheme;
});
