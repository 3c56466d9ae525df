"""An answer becomes the edit of the nearest right one, as a person would write it."""

import ast

import pytest

from tutor_utils.authoring.as_edit import derive, entry_text
from tutor_utils.exercises import mistakes
from tutor_utils.exercises.edits import Form, changed

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
                "y = x.reshape(n, -1).transpose(0, 1)": "y = x.reshape(n, -1).transpose(0, 1)\n"
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
        Form("usual", {"a = 1": "", "b = '\\n'\n": "b = 2\nc = 3\n"}),
        Form("usual", {"dim=-1": "dim=0", 'a["b"]': "'"}),
        Form("other", {"dim=-1": "dim=0"}),
        Form(code='def f():\n    """Doc."""\n    return "\\n"\n'),
        Form(code="def f():\n    '''Doc.'''\n    return '\\n'\n"),
    ],
    ids=["lines", "parts", "another answer", "code", "code with both quotes"],
)
def test_an_entry_is_read_as_it_was_written(form, tmp_path):
    words = {"means": 'It says "no".', "hint": "say 'x\\n'"}
    path = tmp_path / "mistakes.toml"
    text = 'right = "usual"\n\n' + entry_text("a-b", form, words, "usual")
    path.write_text(text + "\n" + entry_text("a-b", form, {}, "usual", 2), "utf-8")
    (entry,) = mistakes.read(path, path.name, ("usual", "other")).entries
    assert (entry.slug, entry.forms) == ("a-b", (form, form))
    assert {name: entry.words[name] for name in words} == words
