"""What a notebook's first cell brings in, and how soon the first check is done."""

import subprocess
import sys

FIRST_CELL = """
import sys
from tutor_utils import check, hint, mine, package, predict, progress, set_seed, solution, viz
assert not {"pandas", "seaborn"} & set(sys.modules), "loaded before any picture"
viz.matrix([[1.0]])
assert "seaborn" in sys.modules
"""
FIRST_CHECK = """
import time
start = time.process_time()
import torch
of_torch = time.process_time() - start
start = time.process_time()
from tutor_utils import check, mine, viz
def shift_target(tgt):
    return tgt[:, :-1], tgt[:, 1:]
assert check(shift_target, raise_on_failure=False).outcome == "passed"
print((time.process_time() - start) / of_torch)
"""


def run(code):
    return subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout


def test_pandas_comes_with_the_first_picture():
    run(FIRST_CELL)


def test_first_check_takes_less_than_pytorch_takes_to_load():
    """Both in CPU time, of which a busy machine takes more for both; the best of three counts."""
    assert any(float(run(FIRST_CHECK).split()[-1]) < 0.75 for _ in range(3))
