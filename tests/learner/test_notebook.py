"""A notebook is set up where it takes a name from the course; no import has an effect."""

import subprocess
import sys

import pytest

from tutor_utils.learner import notebook, threads

MODULES = "check hints mine notebook notes predict progress progress_token seeding threads"
STATE = """
import os, sys, torch
torch.set_num_threads(2)
os.environ["CPU_LIMIT"] = "1"  # what a container may tell
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
"""
SHOW = "print(torch.get_num_threads(), shell.custom_exceptions)"


def run(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_an_import_has_no_effect():
    every = "\n".join(f"import tutor_utils.learner.{name}" for name in MODULES.split())
    more = "import tutor_utils.course.learner_package, tutor_utils.training, tutor_utils.viz"
    assert run(f"{STATE}\n{every}\n{more}\n{SHOW}") == "2 ()"


def test_a_notebook_that_takes_a_name_is_set_up():
    cell = "shell.run_cell('from tutor_utils import check')"
    assert run(f"{STATE}\n{cell}\n{SHOW}") == "1 (<class 'NameError'>,)"


def test_a_script_that_takes_a_name_is_left_alone():
    code = f"{STATE}\nInteractiveShell.clear_instance()\nfrom tutor_utils import check, viz\n{SHOW}"
    assert run(code) == "2 ()"


def test_set_up_once(shell, monkeypatch):
    """What a learner sets afterwards stays."""
    monkeypatch.setattr(threads, "keep_to_share", lambda: pytest.fail("a second time"))
    notebook.set_up()
