// A button that copies the lines of the example; where no script runs there is no dead button.
document.querySelectorAll(".tutor-card pre[data-copy]:not([data-live])").forEach((pre) => {
  pre.dataset.live = "";
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  const done = (words) => {
    button.textContent = words;
    setTimeout(() => (button.textContent = "Copy"), 2000);
  };
  button.addEventListener("click", () => {
    const select = () => {
      getSelection().selectAllChildren(pre);
      done(document.execCommand("copy") ? "Copied: paste it into a new cell" : "Selected: press Ctrl+C");
    };
    // A frame may forbid the clipboard.
    if (navigator.clipboard) navigator.clipboard.writeText(pre.textContent).then(() => done("Copied: paste it into a new cell"), select);
    else select();
  });
  pre.after(button);
});
