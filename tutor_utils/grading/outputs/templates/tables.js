// Sorts a table by the head that is clicked, and shows only rows that hold a word.
for (const tools of document.querySelectorAll('.tools')) tools.hidden = false;
for (const box of document.querySelectorAll('[data-filter]')) {
  const rows = document.getElementById(box.dataset.filter).tBodies[0].rows;
  box.addEventListener('input', () => {
    const word = box.value.toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(word);
  });
}
for (const head of document.querySelectorAll('#learners thead th')) {
  head.addEventListener('click', () => {
    const body = document.getElementById('learners').tBodies[0];
    const up = head.getAttribute('aria-sort') !== 'ascending';
    for (const other of head.parentNode.cells) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
    const text = (row) => row.cells[head.cellIndex].textContent.trim();
    const order = (a, b) => text(a).localeCompare(text(b), undefined, { numeric: true });
    body.append(...[...body.rows].sort((a, b) => (up ? order(a, b) : order(b, a))));
  });
}
