"""What an edit of a right answer does, and where it fits no more."""

import pytest

from tutor_utils.exercises.edits import NoFit, changed

TEXT = """\
def f(x):
    if x:
        y = x  # once
        z = y

    return y
"""


def test_a_part_that_stands_once_is_replaced():
    assert changed(TEXT, {"y = x ": "y = -x "}) == TEXT.replace("y = x", "y = -x")
    assert changed(TEXT, {"return y": ""}).endswith("\n\n    \n")


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


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (({"q": "r"},), "its old text 'q' stands nowhere"),
        (({"y": "r"},), "stands in 3 places"),
        (({"y\n": "r"},), "stands nowhere"),
        (({"z = y": "z"}, {"= y": "= x"}), "two changes meet"),
    ],
)
def test_what_does_not_fit_is_refused(changes, words):
    with pytest.raises(NoFit, match=words):
        changed(TEXT, *changes)
