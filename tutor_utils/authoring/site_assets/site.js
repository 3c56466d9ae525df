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
