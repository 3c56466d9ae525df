"""What a notebook's first cell brings in: no pandas, which seaborn loads with the first picture."""

import subprocess
import sys

from bench import startup

FIRST_CELL = """
import sys
from tutor_utils import check, hint, mine, package, predict, progress, set_seed, solution, viz
assert not {"pandas", "seaborn"} & set(sys.modules), "loaded before any picture"
viz.matrix([[1.0]])
assert "seaborn" in sys.modules
"""


def test_pandas_loads_with_the_first_picture():
    done = subprocess.run([sys.executable, "-c", FIRST_CELL], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_first_check_comes_soon_after_pytorch():
    # On a busy machine a CPU second holds less: three may try.
    assert any(startup.first_check() < startup.FIRST_CHECK_S for _ in range(3))
