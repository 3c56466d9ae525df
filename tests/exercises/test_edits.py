"""Lines and two changes at once; what else an edit does is read in test_exercise_folder.py."""

import pytest

from tutor_utils.exercises.edits import NoFit, changed

TEXT = """\
def f(x):
    if x:
        y = x  # once
        z = y

    return y
"""


def test_lines_are_found_whatever_their_indentation():
    new = changed(TEXT, {"y = x  # once\nz = y\n": "        if y:\n            z = 1\n"})
    assert new == TEXT.replace(
        "        y = x  # once\n        z = y\n", "        if y:\n            z = 1\n"
    )
    assert changed(TEXT, {"z = y": "z = y\nz += 1\n"}) == TEXT.replace(
        "z = y\n", "z = y\n        z += 1\n"
    )


def test_two_changes_are_made_at_once():
    assert changed("a b", {"a": "b"}, {"b": "a"}) == "b a"


def test_changes_that_meet_are_refused():
    with pytest.raises(NoFit, match="two changes meet"):
        changed(TEXT, {"z = y": "z"}, {"= y": "= x"})
