"""An answer becomes the edit of the nearest right one, as a person would write it."""

import ast

import pytest

from tutor_utils.authoring.as_edit import derive, entry_text
from tutor_utils.exercises.edits import Mistakes, changed, code, edit

USUAL = """\
def f(x, n):
    if n < 1:
        raise ValueError(f"n={n}")  # said with its value
    y = x.reshape(n, -1).transpose(0, 1)
    return y.softmax(dim=-1)
"""
RIGHTS = {"other": "f = lambda x, n: x.view(-1, n).T.softmax(-1)\n", "usual": USUAL}


@pytest.mark.parametrize(
    ("change", "edit"),
    [
        ({"dim=-1": "dim=0"}, {"(dim=-1)": "(dim=0)"}),
        ({".transpose(0, 1)": ""}, {".transpose(0, 1)": ""}),
        (
            {'raise ValueError(f"n={n}")  # said with its value': "return x"},
            {'raise ValueError(f"n={n}")  # said with its value': "return x"},
        ),
        (
            {"    return y": "    y = y + 1\n    return y"},
            {
                "y = x.reshape(n, -1).transpose(0, 1)": "\ny = x.reshape(n, -1).transpose(0, 1)\n"
                "y = y + 1\n"
            },
        ),
    ],
)
def test_edit_is_the_smallest_that_reads_well(change, edit):
    ((old, new),) = change.items()
    text = USUAL.replace(old, new)
    form = derive(RIGHTS, text)
    assert form.right == "usual"
    assert ast.dump(ast.parse(changed(USUAL, form.change))) == ast.dump(ast.parse(text))
    ((old, new),) = form.change.items()
    assert {old.strip("\n"): new} == edit


@pytest.mark.parametrize("text", ["f = max\n", "def f(x, n:\n    return x\n"])
def test_answer_far_from_every_right_one_stays_whole(text):
    assert derive(RIGHTS, text).code == text


@pytest.mark.parametrize(
    "form",
    [
        edit("usual", {"a = 1": "", "\nb = '\\n'\n": "\nb = 2\nc = 3\n"}),
        edit("usual", {"dim=-1": "dim=0"}),
        code('def f():\n    """Doc."""\n    return "\\n"\n'),
    ],
    ids=["two places", "one place", "code"],
)
def test_an_entry_is_read_as_it_was_written(form):
    words = {"means": 'It says "no".', "hint": 'say "x"'}
    names = {"mistakes": Mistakes(), "edit": edit, "code": code}
    exec(entry_text("a-b", form, words), names)
    (entry,) = names["mistakes"].entries
    assert (entry.slug, entry.forms[0].code) == ("a-b", form.code)
    text = "a = 1\nb = '\\n'\ny = x.softmax(dim=-1)\n"
    if form.change:
        assert changed(text, entry.forms[0].change) == changed(text, form.change)
    assert {name: entry.words[name] for name in words} == words
