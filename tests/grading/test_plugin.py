"""Points of a trusted class, by nbval over the learner's own file."""

import os
import re
import subprocess
import sys
from xml.etree import ElementTree

from conftest import ROOT, cell, put, solved

TWO = "05_multi_head_attention.ipynb"


def only_checks(notebook, *names):
    """The cells up to and with these exercises' checks, without the demonstrations between."""
    wanted = {*names, *(f"check-{n}" for n in names)}
    kept = [c for c in notebook["cells"] if c["cell_type"] == "code"]
    notebook["cells"] = [c for i, c in enumerate(kept) if i < 2 or c["id"] in wanted]
    return notebook


def test_points(tmp_path, learner_home):
    name = "01_embedding_and_padding.ipynb"
    notebook = only_checks(
        solved(name),
        "encode",
        "pad_batch",
        "TokenEmbedding",
        "sinusoidal_encoding",
        "LearnedPosition",
    )
    cell(notebook, "encode")["source"] = "def encode(*a, **k):\n    return []"
    cell(notebook, "check-pad_batch")["metadata"]["tags"] = ["nbval-skip"]
    cell(notebook, "check-TokenEmbedding")["source"] = "pass"
    cell(notebook, "check-LearnedPosition")["source"] = (
        "# NBVAL_RAISES_EXCEPTION\ncheck(LearnedPosition)"
    )
    put(tmp_path, notebook, name)
    bare = solved(TWO)  # all checks are gone: nothing to run, and nothing earned
    bare["cells"] = [c for c in bare["cells"] if c["id"] in ("merge_heads", "c-2132c522e3")]
    put(tmp_path, bare, TWO)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-p", "tutor_utils.grading.plugin", "-q"),
            *("--nbval-lax", "--nbval-current-env", "--junitxml", tmp_path / "j.xml", name, TWO),
        ],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    found = {}
    tables = re.split(r"=+ points of .*\n", done.stdout)
    for line in tables[1].splitlines():
        if " of " in line and not line.startswith("FAILED"):
            exercise, earned, _, points, word, *_ = line.split()
            found[exercise] = (int(earned), int(points), word)
    assert found == {
        "encode": (0, 1, "failed"),
        "pad_batch": (0, 1, "changed"),
        "TokenEmbedding": (0, 2, "changed"),
        "sinusoidal_encoding": (2, 2, "passed"),
        "LearnedPosition": (0, 1, "changed"),
        "TransformerEmbedding": (0, 3, "missing"),
        "total": (2, 10, "20"),
    }, done.stdout
    assert "merge_heads               0 of  1  missing" in tables[2]
    told = [
        {p.get("name"): p.get("value") for p in case.iter("property")}
        for case in ElementTree.parse(tmp_path / "j.xml").getroot().iter("testcase")
    ]
    assert {"exercise": "sinusoidal_encoding", "points": "2", "changed": "False"} in told
