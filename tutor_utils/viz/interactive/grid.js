// A table of cells that are open or blocked. One cell is in the tab order; arrow keys move it.

function render({ model, el }) {
  const table = document.createElement("table");
  table.className = "tutor-grid";
  table.setAttribute("role", "grid");
  el.append(table);
  let at = [0, 0]; // the cell in the tab order
  let paint = null; // while the mouse is down: what its cells become

  const cell = (row, column) => table.querySelector(`[data-at="${row},${column}"]`);
  const words = (open) => (open ? "may attend" : "blocked");

  function dress(button, row, column) {
    const open = model.get("cells")[row][column];
    button.setAttribute("aria-pressed", open);
    button.setAttribute(
      "aria-label",
      `query ${row} ${model.get("rows")[row]}, key ${column} ${model.get("columns")[column]}: ${words(open)}`,
    );
    button.title = `${model.get("rows")[row]} → ${model.get("columns")[column]}: ${words(open)}`;
    button.tabIndex = row === at[0] && column === at[1] ? 0 : -1;
  }

  function put(row, column, open) {
    const cells = model.get("cells").map((line) => [...line]);
    if (cells[row][column] === open) return;
    cells[row][column] = open;
    model.set("cells", cells);
    model.save_changes();
  }

  function focus(row, column) {
    const rows = model.get("rows").length;
    const columns = model.get("columns").length;
    at = [Math.min(Math.max(row, 0), rows - 1), Math.min(Math.max(column, 0), columns - 1)];
    redress();
    cell(...at).focus();
  }

  function heading(text, scope) {
    const th = document.createElement("th");
    th.scope = scope;
    th.textContent = text;
    th.title = text;
    return th;
  }

  function build() {
    table.setAttribute("aria-label", model.get("label"));
    const head = document.createElement("tr");
    head.append(heading("query \\ key", "col"));
    model.get("columns").forEach((key) => head.append(heading(key, "col")));
    const rows = model.get("rows").map((query, row) => {
      const line = document.createElement("tr");
      line.append(heading(query, "row"));
      model.get("columns").forEach((_, column) => {
        const td = document.createElement("td");
        td.setAttribute("role", "gridcell");
        const button = document.createElement("button");
        button.type = "button";
        button.dataset.at = `${row},${column}`;
        button.dataset.lmSuppressShortcuts = "true"; // or JupyterLab takes the arrow keys
        td.append(button);
        line.append(td);
      });
      return line;
    });
    table.replaceChildren(head, ...rows);
    at = [Math.min(at[0], rows.length - 1), Math.min(at[1], model.get("columns").length - 1)];
    redress();
  }

  function redress() {
    table.querySelectorAll("button").forEach((button) => {
      dress(button, ...button.dataset.at.split(",").map(Number));
    });
  }

  const place = (event) => event.target.dataset?.at?.split(",").map(Number);
  table.addEventListener("pointerdown", (event) => {
    const found = place(event);
    if (!found || event.button !== 0) return;
    paint = !model.get("cells")[found[0]][found[1]];
    at = found;
    put(...found, paint);
  });
  table.addEventListener("pointerover", (event) => {
    const found = place(event);
    if (found && paint !== null && event.buttons & 1) put(...found, paint);
  });
  const stop = () => (paint = null);
  window.addEventListener("pointerup", stop);
  // A click by keyboard or by a screen reader has no pointer before it.
  table.addEventListener("click", (event) => {
    const found = place(event);
    if (found && event.detail === 0) put(...found, !model.get("cells")[found[0]][found[1]]);
  });
  const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  table.addEventListener("keydown", (event) => {
    const [row, column] = place(event) ?? [];
    const move = moves[event.key];
    if (row === undefined) return;
    if (move) focus(row + move[0], column + move[1]);
    else if (event.key === "Home") focus(row, 0);
    else if (event.key === "End") focus(row, model.get("columns").length - 1);
    else return;
    event.preventDefault();
  });

  model.on("change:rows change:columns change:label", build);
  model.on("change:cells", redress);
  build();
  return () => window.removeEventListener("pointerup", stop);
}

export default { render };
