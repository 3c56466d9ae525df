// The words of one cell of a map.

function cellWords(spec, at) {
  const panel = spec.panels[at.panel];
  const [query, key] = [spec.queries[at.row] || "(empty)", spec.keys[at.column] || "(empty)"];
  const place = at.row * spec.columns + at.column;
  const shut = Boolean(spec.allowed) && !spec.allowed[place];
  const where = `${panel.name}, query '${query}', key '${key}': `;
  if (panel.mask) return where + (shut ? "blocked" : "may attend");
  const { down, across } = sums(panel.weights, spec.rows, spec.columns);
  const whole = `The row sums to ${two(down[at.row])}, the column to ${two(across[at.column])}.`;
  return `${where}${cellWord(panel.weights[place], shut)}. ${whole}`;
}
