"""The folder of an exercise is read, and what is wrong with it is said with the file's name."""

import importlib
import locale
import sys
from dataclasses import replace

import pytest

from tutor_utils.exercises import folder
from tutor_utils.exercises.folder import Malformed
from tutor_utils.exercises.notebook import Entry

EXERCISE = '''"""A thing."""

from tutor_utils.engine.exercise import Exercise

exercise = Exercise(lambda inputs: [], "thing(x)", ("One.",))
'''
RIGHT = "# --- usual\ndef thing(x):\n    return x + 1\n\n\n# --- other\nthing = abs\n"
HEAD = "from ...edits import Mistakes, code, edit, edits\n\nmistakes = Mistakes()\n"
LOST = """mistakes.add(
    "lost-thing",
    edit("usual", {"x + 1": "x"}),
    means='''You lost
    the thing.''',
    try_next="Look for it: √.",
    hint="There.",
    raises="Value.*Error",
    fails="values",
)
"""


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Writes a file of a folder of exercises that stands in for the course's."""
    home = tmp_path / "pack" / "sub"
    monkeypatch.setattr(folder, "FOLDER", home)
    monkeypatch.setattr(folder, "__package__", "sub")
    monkeypatch.syspath_prepend(str(home.parent))

    def put(name, text):
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        importlib.invalidate_caches()
        return path

    encoding = locale.setlocale(locale.LC_CTYPE)
    locale.setlocale(locale.LC_CTYPE, "C")  # files are UTF-8 whatever the system's own is
    yield put
    locale.setlocale(locale.LC_CTYPE, encoding)
    for name in [m for m in sys.modules if m.partition(".")[0] == "sub"]:
        del sys.modules[name]


ENTRY = Entry("thing", "make a Thing of it", 3, True, "42", 2)


@pytest.fixture
def wrong(write):
    """The known mistakes of an exercise whose ``mistakes.py`` has these entries."""

    def read(*entries):
        write("nb42/thing/right.py", RIGHT)
        return folder.wrong_answers(
            write("nb42/thing/mistakes.py", HEAD + "\n".join(entries)).parent
        )

    return read


def test_an_exercise_is_read_and_its_mistakes_are_not(write):
    path = write("nb42/thing/exercise.py", EXERCISE)
    found = folder.read(ENTRY)
    assert (found.id, found.title, found.notebook, found.points, found.bonus, found.part) == (
        *("thing", "make a Thing of it", "42", 3, True, 2),
    )
    assert folder.folder_of("42", "thing") == path.parent
    assert folder.where(path) == "pack/sub/nb42/thing/exercise.py"
    with pytest.raises(Malformed, match=r"nb42/thing/mistakes.py is missing"):
        len(found.mistakes)
    write("nb42/thing/right.py", RIGHT)
    write("nb42/thing/mistakes.py", HEAD + LOST)
    (mistake,) = found.mistakes
    assert found.mistakes[0] is mistake, "they are read once"


def test_a_mistake_is_an_edit_with_words(wrong):
    (mistake,) = wrong(LOST)
    assert (mistake.slug, mistake.means, mistake.try_next, mistake.hint) == (
        *("lost-thing", "You lost the thing.", "Look for it: √.", "There."),
    )
    assert (mistake.raises, mistake.fails, mistake.right) == ("Value.*Error", "values", "usual")
    assert mistake.name == "thing: lost-thing"
    assert mistake.code == "def thing(x):\n    return x\n"


def test_forms_of_one_mistake_share_its_words(wrong):
    form = 'mistakes.add("lost-thing", code("""\n    thing = None\n"""))'
    family = LOST.replace('edit("usual", {"x + 1": "x"})', '*edits("usual", "+ 1", "- 1", "* 1")')
    found = wrong(family, form)
    assert [m.name for m in found] == [
        *("thing: lost-thing", "thing: lost-thing (2)", "thing: lost-thing (3)"),
    ]
    assert [m.code.splitlines()[-1] for m in found] == [
        *("    return x - 1", "    return x * 1", "thing = None"),
    ]
    assert {m.means for m in found} == {"You lost the thing."}


def test_words_may_be_shared_by_exercises(wrong, monkeypatch):
    monkeypatch.setitem(folder.SHARED, "of-all", {"means": "You lost it.", "try_next": "Look."})
    (mistake,) = wrong('mistakes.add("of-all", edit("usual", {"x + 1": "x"}))')
    assert mistake.means == "You lost it."


def test_general_names_need_no_words(write, wrong):
    (mistake,) = wrong('mistakes.add("nothing-returned", edit("usual", {"return": ""}))')
    assert mistake.means == ""
    assert list(folder.KnownMistakes(folder.folder_of("42", "thing"))) == []


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("1 / 0", "does not run: ZeroDivisionError"),
        ("mistakes = 1", "defines no `mistakes = Mistakes"),
        (LOST.replace("x + 1", "x + 2"), "lost-thing no longer fits .+ 'usual': no 'x . 2'"),
        (LOST.replace('"x + 1"', '"x"'), "lost-thing no longer fits .+ stands in 2 places"),
        (LOST.replace('"usual"', '"loop"'), "changes 'loop'. There are: usual, other"),
        ('mistakes.add("own-name", code("thing = 1"))', "own-name has no words"),
        ('mistakes.add("a", code("x"), means="It is.")', "a says not where to look"),
        ('mistakes.add("nothing-returned")', "has no edit and no code"),
        ('mistakes.add("two words", code("x"))', "a name such as"),
        (
            LOST + LOST.replace("You", "They") + 'mistakes.add("lost-thing", code("thing = 1"))',
            "lost-thing has no words, and 2 others of its name have",
        ),
    ],
)
def test_invalid_mistake_raises_with_reason(wrong, entry, words):
    with pytest.raises(Malformed, match=rf"(?s)sub/nb42/thing/mistakes.py.*{words}"):
        wrong(entry)


def test_right_answers_have_names(write):
    path = write("nb42/thing/right.py", RIGHT)
    assert folder.right_answers(path.parent) == {
        "usual": "def thing(x):\n    return x + 1\n",
        "other": "thing = abs\n",
    }
    write("nb42/thing/right.py", RIGHT + RIGHT)
    with pytest.raises(Malformed, match=r"right.py: two answers have one name"):
        folder.right_answers(path.parent)


def test_what_is_missing_is_said(write):
    with pytest.raises(Malformed, match=r"sub/nb42/thing has no exercise.py.*sub/nb42/__init__.py"):
        folder.read(ENTRY)
    write("nb42/bare/exercise.py", '"""Title."""')
    with pytest.raises(Malformed, match=r"bare/exercise.py defines no `exercise"):
        folder.read(replace(ENTRY, id="bare"))
