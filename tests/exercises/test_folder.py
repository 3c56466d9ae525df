"""The folder of an exercise is read, and what is wrong with it is said with the file's name."""

import importlib
import locale
import sys
from pathlib import Path

import pytest

from tutor_utils import exercises
from tutor_utils.exercises import folder
from tutor_utils.exercises.folder import Malformed
from tutor_utils.exercises.notebook import Notebook

EXERCISE = '''"""Make a Thing of it. And more.

Not the title."""

from tutor_utils.engine.exercise import Exercise

exercise = Exercise(lambda inputs: [], "thing(x)", ("One.",), points=3)
'''
WRONG = '''"""lost-thing

You lost
the thing.
Try: Look for
it: √.
Hint: There.
Raises: Value.*Error
Fails: values
"""
def thing(x): ...
'''


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Writes a file of a folder of exercises that stands in for the course's."""
    home = tmp_path / "pack" / "sub"
    monkeypatch.setattr(folder, "FOLDER", home)
    monkeypatch.setattr(folder, "SHARED", home / "shared_mistakes")
    monkeypatch.setattr(folder, "__package__", "sub")
    monkeypatch.syspath_prepend(str(home.parent))
    folder._parsed.cache_clear(), folder._shared.cache_clear()

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


@pytest.fixture
def notebook():
    first = exercises.NOTEBOOKS[0]
    fields = {name: getattr(first, name) for name in first.__dataclass_fields__}
    return Notebook(**(fields | {"number": "42"}))


def test_an_exercise_is_read(write, notebook):
    write("nb42/thing/exercise.py", EXERCISE)
    path = write("nb42/thing/wrong_lost.py", WRONG)
    found = folder.read(notebook, "thing")
    assert (found.id, found.title, found.notebook, found.points) == (
        *("thing", "make a Thing of it. And more", "42", 3),
    )
    (mistake,) = found.mistakes
    assert type(found.mistakes) is tuple, "they are read more than once"
    assert (mistake.slug, mistake.means, mistake.try_next, mistake.hint) == (
        *("lost-thing", "You lost the thing.", "Look for it: √.", "There."),
    )
    assert (mistake.raises, mistake.fails, mistake.path) == ("Value.*Error", "values", path)
    assert folder.folder_of(notebook, "thing") == path.parent
    assert folder.where(path) == "pack/sub/nb42/thing/wrong_lost.py"


def test_files_are_listed_in_order(write):
    for name in ("wrong_b.py", "wrong_a.py", "right_2.py", "right_1.py", "exercise.py"):
        path = write(f"nb42/thing/{name}", "")
    assert [p.name for p in folder.wrong_files(path.parent)] == ["wrong_a.py", "wrong_b.py"]
    assert [p.name for p in folder.right_files(path.parent)] == ["right_1.py", "right_2.py"]


def test_what_is_missing_is_said(write, notebook):
    with pytest.raises(Malformed, match=r"sub/nb42/thing has no exercise.py.*sub/nb42/__init__.py"):
        folder.read(notebook, "thing")
    write("nb42/bare/exercise.py", '"""Title."""')
    with pytest.raises(Malformed, match=r"bare/exercise.py defines no `exercise"):
        folder.read(notebook, "bare")
    write("nb42/untitled/exercise.py", EXERCISE[EXERCISE.index("from") :])
    with pytest.raises(Malformed, match=r"untitled/exercise.py has no docstring"):
        folder.read(notebook, "untitled")


def mistakes(path):
    return list(folder._mistakes(path.parent))


def test_words_may_stand_in_another_file(write):
    write("nb42/thing/wrong_a.py", WRONG)
    write(
        "nb42/thing/wrong_c.py",
        WRONG.replace("the thing", "a thing").replace("lost-thing", "other"),
    )
    path = write("nb42/thing/wrong_b.py", '"""lost-thing"""')
    assert [(m.slug, m.means, m.path.name) for m in mistakes(path)] == [
        ("lost-thing", "You lost the thing.", "wrong_a.py"),
        ("lost-thing", "You lost the thing.", "wrong_b.py"),
        ("other", "You lost a thing.", "wrong_c.py"),
    ]


def test_words_may_be_shared_by_exercises(write):
    write("shared_mistakes/of_many_words.py", WRONG.replace("lost-thing", "of-many-words"))
    path = write("nb42/thing/wrong_a.py", '"""of-many-words"""')
    assert mistakes(path)[0].means == "You lost the thing."


def test_words_of_two_other_files_are_no_choice(write):
    write("nb42/thing/wrong_a.py", WRONG)
    write("nb42/thing/wrong_b.py", WRONG.replace("You lost", "They lost"))
    path = write("nb42/thing/wrong_c.py", '"""lost-thing"""')
    with pytest.raises(Malformed, match=r"wrong_c.py has no words, and 2 other files"):
        mistakes(path)


def test_general_names_need_no_words_and_others_do(write):
    path = write("nb42/thing/wrong_a.py", '"""nothing-returned"""')
    assert mistakes(path) == []
    write("nb42/thing/wrong_b.py", '"""own-name"""')
    with pytest.raises(Malformed, match=r"wrong_b.py: no words for 'own-name'"):
        mistakes(path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def thing(): ...", "does not begin with a docstring"),
        ('"""Two words\n\nText."""', "does not begin with a docstring"),
        ('"""-dash"""', "does not begin with a docstring"),
        ('"""lost-thing\n\nYou lost it."""', "has no line that begins with 'Try:'"),
        ("def thing(:", "does not begin with a docstring"),
    ],
)
def test_a_wrong_answer_without_its_words_is_refused(write, text, words):
    with pytest.raises(Malformed, match=words) as caught:
        folder.slug_of(write("nb42/thing/wrong_a.py", text))
    assert "sub/nb42/thing/wrong_a.py" in str(caught.value)


@pytest.mark.parametrize("quote", ['"""', 'r"""'])
def test_what_is_no_python_has_a_docstring_all_the_same(write, quote):
    text = WRONG.replace('"""', quote, 1).replace("def thing(x): ...", "def thing(:")
    path = write("nb42/thing/wrong_a.py", text)
    assert folder.slug_of(path) == "lost-thing"
    assert mistakes(path)[0].try_next == "Look for it: √."


@pytest.mark.parametrize("slug", ["nan", "scale-by-√d", "axis-0", "d_model-lost", "MixedCase"])
def test_slugs(write, slug):
    assert folder.slug_of(write(f"nb42/thing/wrong_{slug}.py", f'"""{slug} \n"""')) == slug


def test_a_word_with_a_colon_is_no_field(write):
    path = write("nb42/thing/wrong_a.py", WRONG.replace("the thing.", "Note: the thing."))
    assert mistakes(path)[0].means == "You lost Note: the thing."


def test_the_course_s_own_folder_is_the_package_s():
    assert Path(exercises.__file__).parent == Path(folder.__file__).parent
