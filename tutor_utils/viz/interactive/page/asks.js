// What Python answers, a button or Enter in a field: where it does not answer in time, say so. One
// listener for the page.
if (!window.tutorAsks) {
  window.tutorAsks = true;
  const asks = ({ type, key, target }) => {
    const asked = type === "click" ? ".jupyter-button" : key === "Enter" && ".widget-text input";
    const place = asked && target.closest && target.closest(asked) && target.closest(".jp-OutputArea-child");
    const before = place && place.previousElementSibling;
    if (!before || !before.querySelector(".tutor-above")) return;
    let said = place.parentElement.querySelector(".tutor-unanswered");
    if (!said) {
      said = document.createElement("p");
      said.className = "tutor-unanswered";
      said.setAttribute("role", "status");
      (target.closest(".widget-hbox") || target.closest(asked)).after(said);
    }
    said.textContent = "";
    const wait = setTimeout(() => (said.textContent = "WORDS"), 3000);
    const watch = new MutationObserver((changes) => {
      if (changes.every((each) => said.contains(each.target))) return;
      clearTimeout(wait);
      said.textContent = "";
      watch.disconnect();
    });
    watch.observe(place.parentElement, { childList: true, subtree: true, characterData: true });
  };
  for (const type of ["click", "keydown"]) document.addEventListener(type, asks, true);
}
