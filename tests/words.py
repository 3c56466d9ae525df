"""Every text of the course with its place, for a translation: ``python -m tests.words``."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tutor_utils.course.sources import cells, paths

ROOT = Path(__file__).parents[1]
TEXT = re.compile(r"[^\W\d_]{2,}\W+[^\W\d_]{2,}")  # two words


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """The line and the text of each, in a file of data, a script, or Python without docstrings."""
    code = path.read_text("utf-8")
    if path.suffix != ".py":
        sign = '"' if path.suffix == ".toml" else "[\"'`]"
        for number, line in enumerate(code.splitlines(), 1):
            yield from ((number, text) for text in re.findall(rf"{sign}(.*?){sign}", line))
        return
    tree = ast.parse(code)
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node.lineno, node.value


if __name__ == "__main__":
    for source in paths():
        for i, (head, text) in enumerate(cells(source.read_text("utf-8"))):
            if "[markdown]" in head:
                print(f"{source.relative_to(ROOT)}, cell {i}: {text!r}")
    for kind in ("toml", "js", "py"):
        for path in sorted((ROOT / "tutor_utils").rglob(f"*.{kind}")):
            for line, text in texts(path) if path.name != "right.py" else ():
                if TEXT.search(text):
                    print(f"{path.relative_to(ROOT)}:{line}: {text!r}")
