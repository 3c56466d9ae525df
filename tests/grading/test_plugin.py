"""Points by nbval: copies of a check, odd tags, and a file with nothing of the course left."""

import json
import re
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import pytest

from tests.grading.submissions import NAME, ROOT
from tutor_utils import exercises
from tutor_utils.exercises.folder import right_answers, wrong_answers
from tutor_utils.grading import plugin

WORTH = {e.id: e.points for e in exercises.of_notebook("02")}


def answer(exercise, name):
    """The text of a right answer, or of the mistake of that name."""
    place = exercises.path_of(exercise)
    return (right_answers(place) | {m.slug: m.code for m in wrong_answers(place)})[name]


def points_of(output, name):
    """{exercise: (earned, possible, outcome)} of the table of one file."""
    table = re.search(rf"=+ points of (?:\S*/)?{re.escape(name)} =+\n((?:\w.* of .*\n)+)", output)
    assert table, output
    rows = (re.match(r"(\S+) +(\d+) of +(\d+) +(.+)", r) for r in table[1].splitlines())
    return {r[1]: (int(r[2]), int(r[3]), r[4]) for r in rows}


def test_points_by_the_line_of_the_guide_in_a_clean_shell(tmp_path):
    """As a reader copies it: no variable is set, and the files lie anywhere."""
    notebook = json.loads((ROOT / "notebooks" / NAME).read_text("utf-8"))
    by_id = {c["id"]: c for c in notebook["cells"]}
    start = [c for c in notebook["cells"] if c["cell_type"] == "code"][:2]

    def cell(name, **changes):
        return deepcopy(by_id[name]) | changes

    def check(name, tags):
        found = cell(f"check-{name}")
        found["metadata"]["tags"] = tags
        return found

    all_cases = [
        *start,
        cell("project_qkv", source=answer("project_qkv", "call")),
        check("project_qkv", None),  # null where a list belongs: it must not stop the run
        cell("split_heads", source=answer("split_heads", "chunk_stack")),
        check("split_heads", []),
        cell("split_heads", source=answer("split_heads", "heads-not-moved")),
        check("split_heads", []),  # the second copy fails, and nbformat renames its id
        cell("project_qkv_fused", source=answer("project_qkv_fused", "unflatten_unbind")),
        check("project_qkv_fused", ["nbval-skip"]),
    ]
    nothing = [start[0] | {"source": "pass"}]
    files = {f"ana/{NAME}": all_cases, "ben/02_nothing.ipynb": nothing, "notes.ipynb": nothing}
    for name, cells in (files | {"more/02::a.ipynb": nothing}).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(json.dumps(notebook | {"cells": cells}), "utf-8")
    (tmp_path / "more" / "broken.ipynb").write_text('{"cells": [')  # costs nobody else a table
    guide = (ROOT / ".github/teaching.md").read_text("utf-8")
    (line,) = re.findall(
        r"^(python3 -m .*pytest -p tutor\S* .*) submissions/\S*$", guide, re.MULTILINE
    )
    # `run` only chooses the environment, which is this one here
    line = line.replace("-m tutor_utils run pytest", "-m pytest")
    done = subprocess.run(
        ["bash", "-c", " ".join([line, *(str(tmp_path / name) for name in [*files, "more"])])],
        cwd=ROOT,
        env={"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "HOME": str(tmp_path / "h")},
        capture_output=True,
        text=True,
    )
    assert points_of(done.stdout, NAME) == {
        "project_qkv": (1, 1, "passed"),
        "split_heads": (0, WORTH["split_heads"], "failed"),
        "project_qkv_fused": (0, 1, "changed"),
        "total": (1, sum(WORTH.values()), f"{100 / sum(WORTH.values()):.0f} %"),
    }, done.stdout
    assert points_of(done.stdout, "02_nothing.ipynb") == {
        "project_qkv": (0, 1, "missing"),
        "split_heads": (0, WORTH["split_heads"], "missing"),
        "project_qkv_fused": (0, 1, "missing"),
        "total": (0, sum(WORTH.values()), "0 %"),
    }, done.stdout
    assert "notes.ipynb =" not in done.stdout
    assert points_of(done.stdout, "more/02::a.ipynb")["project_qkv"] == (0, 1, "missing")
    with pytest.raises(pytest.UsageError, match="give the folder"):
        plugin.refuse_colons(["more/02::a.ipynb"], tmp_path)
    left = [str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_dir()]
    assert not [path for path in left if "my_transformer" in path or "course" in path], left
