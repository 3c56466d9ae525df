"""The folder of an exercise is read, and what is wrong with it is said with the file's name."""

import importlib
import locale
import sys
from dataclasses import replace

import pytest

from tutor_utils.engine.exercise import Question
from tutor_utils.exercises import folder
from tutor_utils.exercises.edits import KnownMistake
from tutor_utils.exercises.notebook import ExerciseEntry
from tutor_utils.files import Malformed

EXERCISE = '''"""A thing."""

from tutor_utils.engine.exercise import Exercise

exercise = Exercise(lambda inputs: [], "thing(x)")
'''
RIGHT = "# --- usual\ndef thing(x):\n    return x + 1\n\n\n# --- other\nthing = abs\n"
HEAD = 'right = "usual"\n'
NOTEBOOK = """# Notebook 42: things.
name = "of_things"
title = "Things"
minutes = 45
part = 2

[exercises]
other = { title = "another", points = 3, bonus = true }
others = { title = "all others" }

[predictions.how_many]
text = "How many?"
answer = 2
choices = [
    [2, "Two."],
    [2.5, "Nearly."],
]
otherwise = "Count."

[predictions.which_shape]
text = "Which?"
answer = [1, 2]
choices = [[[1, 2], "Yes."], ["none", "No."]]
"""
LOST = """[lost-thing]
old = "x + 1"
new = "x"
means = '''
You lost
the thing.'''
try_next = "Look for it: √."
hint = "There."
raises = "Value.*Error"
fails = "values"
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


ENTRY = ExerciseEntry("thing", "make a Thing of it", 3, True, "42", 2)


@pytest.fixture
def wrong(write):
    """The known mistakes of an exercise whose ``mistakes.toml`` has these entries."""

    def read(*entries):
        write("nb42/thing/right.py", RIGHT)
        return folder.wrong_answers(
            write("nb42/thing/mistakes.toml", HEAD + "\n".join(entries)).parent
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
    with pytest.raises(Malformed, match=r"nb42/thing/mistakes.toml is missing"):
        len(found.mistakes)
    write("nb42/thing/right.py", RIGHT)
    write("nb42/thing/mistakes.toml", f'hints = ["One?", "Two."]\n{HEAD}{LOST}')
    (mistake,) = found.mistakes
    assert list(found.hints) == ["One?", "Two."]
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
    family = LOST.replace('old = "x + 1"', 'edit = ["+ 1 -> - 1", "+ 1 -> * 1"]').replace(
        'new = "x"\n', ""
    )
    found = wrong(family, "[[lost-thing.also]]\ncode = '''\nthing = None\n'''\n")
    assert [m.name for m in found] == [
        *("thing: lost-thing", "thing: lost-thing (2)", "thing: lost-thing (3)"),
    ]
    assert [m.code.splitlines()[-1] for m in found] == [
        *("    return x - 1", "    return x * 1", "thing = None"),
    ]
    assert {m.means for m in found} == {"You lost the thing."}


def test_several_changes_make_one_mistake(wrong):
    inline = 'changes = [\n    "x) -> y)",\n    { old = "x +", new = "y -" },\n]'
    lines = '[[lost.changes]]\nold = "thing(x)"\nnew = "thing(y)"\n'
    lines += "[[lost.changes]]\nold = '''\nreturn x + 1\n'''\nnew = '''\nif y:\n    return y\n'''\n"
    words = 'means = "It is."\ntry_next = "Look."\n'
    one, two = wrong(f"[a]\n{inline}\n{words}", f"[lost]\n{words}", lines)
    assert one.code == "def thing(y):\n    return y - 1\n"
    assert two.code == "def thing(y):\n    if y:\n        return y\n"


def test_words_may_be_shared_by_exercises(wrong, monkeypatch):
    words = {"means": "You lost it.", "try_next": "Look."}
    shared = {"of-all": KnownMistake("of-all", words, ())}
    monkeypatch.setattr(folder, "shared_words", lambda: shared)
    (mistake,) = wrong('[shared]\nof-all = "x + 1 -> x"\n')
    assert mistake.means == "You lost it."


def test_general_names_need_no_words(write, wrong):
    (mistake,) = wrong('[nothing-returned]\nold = "return"\nnew = ""\n')
    assert mistake.means == ""
    write("nb42/thing/exercise.py", EXERCISE)
    assert list(folder.read(ENTRY).mistakes) == []


def test_harmless_changes_are_read_in_their_order(write, wrong):
    several = '[[harmless]]\nchange = ["a -> b", "a -> c"]\nbecause = "one\\ntwo"\n'
    kind = '[[harmless]]\nkind = "slip"\nwithin = "raise"\nbecause = "no"\n'
    wrong(LOST, several, kind)
    found = folder.known_mistakes(folder.folder_of("42", "thing")).no_mistakes
    assert [(h.because, h.change, h.kind, h.within) for h in found] == [
        *(("one two", "a -> b", "", ""), ("one two", "a -> c", "", ""), ("no", "", "slip", "raise"))
    ]


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ('hints = ["One?", 2]', "line 2: 2 should be a text"),
        ("means = 1 / 0", "is no TOML: .+ \\(at line 2, column 11\\)"),
        ('left = "a"', "line 2: 'left' stands above the first mistake. Allowed: hints, right"),
        (LOST.replace("x + 1", "x + 2"), "line 3: lost-thing no .+ 'usual': .+'x . 2' stands nowh"),
        (LOST.replace('"x + 1"', '"x"'), "line 3: lost-thing no longer fits .+ stands in 2 places"),
        (f'{LOST}right = "loop"', "line 12: .+ 'loop', .+ no right answer. Allowed: usual, other"),
        (LOST.replace("try_next", "try"), "line 8: lost-thing has 'try', .+ Allowed: means, try"),
        (LOST.replace('"x"', "1"), "line 2: lost-thing needs a text for `new`; to take .+ new = "),
        (LOST.replace('"There."', "[]"), r"line 9: lost-thing: hint = \[\] should be a text"),
        (f"{LOST}[[lost-thing.also]]\nhow = 1", "line 13: lost-thing.also has 'how'.+ Allowed: "),
        (LOST + "also = 1", "line 12: lost-thing: also = 1 should be a list"),
        (f"{LOST}code = 'x'", "line 2: lost-thing has both old and code: it needs one. Allowed"),
        (LOST + "repair = {at = 1}", "line 12: lost-thing.repair has 'at', .+ Allowed: kind, of"),
        (LOST + "repair = {kind = 'axes'}", "line 12: .+ 'axes' is no kind of edit. Allowed: and"),
        ('[shared]\nown-name = "x +1"', "line 3: shared.own-name.edit: 'x .1' should be `old ->"),
        ('[shared]\nown-name = "x + 1 ->"', "line 3: own-name has no words"),
        ('[own-name]\ncode = "thing = 1"', "line 2: own-name has no words"),
        ('[a]\ncode = "x"\nmeans = "It is."', "line 2: a says not where to look"),
        ("[nothing-returned]", "line 2: nothing-returned has no edit and no code"),
        ('["two words"]\ncode = "x"', "line 2: 'two words' is no name: one such as"),
        ('[[harmless]]\nbecause = "no"', "line 2: a harmless change needs `because`, and `change`"),
        ('[[harmless]]\nwhy = "no"', "line 3: harmless has 'why', .+ Allowed: change, kind, with"),
    ],
)
def test_invalid_mistake_raises_with_its_line(wrong, entry, words):
    with pytest.raises(Malformed, match=rf"^pack/sub/nb42/thing/mistakes.toml.*{words}") as told:
        wrong(entry)
    assert "\n" not in str(told.value)


@pytest.fixture
def notebooks(write):
    """What is read of a notebook with this text, and of a side trip without exercises."""
    for name in ("other", "others"):
        write(f"nb42/{name}/exercise.py", EXERCISE)

    def read(text):
        write("nb07a/notebook.toml", 'name = "a"\ntitle = "A"\nminutes = 5\n')
        write("nb42/notebook.toml", text)
        return folder.notebooks()

    return read


def test_a_notebook_is_read(notebooks):
    side, found = notebooks(NOTEBOOK)
    assert (side.stem, side.road, side.side_trip, side.part, side.entries) == (
        *("07a_a", "07", True, 1, ()),
    )
    assert (found.stem, found.title, found.minutes) == ("42_of_things", "Things", 45)
    assert not found.gpu
    assert found.entries == (
        ExerciseEntry("other", "another", 3, True, "42", 2),
        ExerciseEntry("others", "all others", 1, False, "42", 2),
    )
    assert found.questions == (
        Question("how_many", "How many?", {2: "Two.", 2.5: "Nearly."}, 2, "Count.", "42"),
        Question("which_shape", "Which?", {(1, 2): "Yes.", "none": "No."}, (1, 2), "", "42"),
    )


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("part = 2", "part = [", "is no TOML: "),
        ("minutes", "minuts", "line 4: the file has 'minuts', which nobody reads. Allowed: name"),
        ("minutes = 45", "", "line 1: the file needs `minutes`"),
        ("= 45", '= "45"', "line 4: the file: minutes = '45' should be a whole number"),
        ("points = 3", "point = 3", "line 8: exercises.other has 'point', .+ Allowed: title, po"),
        ("points = 3", "points = true", "line 8: .+ points = True should be a whole number"),
        ("others = {", "othrs = {", "line 9: there is no othrs/exercise.py. Allowed: other, oth"),
        ('{ title = "all others" }', '"all others"', "line 9: exercises.others should be a table"),
        ('title = "all others"', "", "line 9: exercises.others needs `title`"),
        ("otherwise", "other", "line 18: .+how_many has 'other', .+ Allowed: text, answer, choi"),
        ("answer = 2", "answer = 3", r"line 13: .+: answer = 3 is no choice of it. Allowed: 2, 2"),
        ("[2.5, ", "[2, ", r"line 14: .+ \[2, 'Nearly.'\] should be a new choice and what to say"),
        ('"none", "No."', '"none"', r"line 23: .+ \['none'\] should be a new choice and what"),
    ],
)
def test_invalid_notebook_raises_with_its_line(notebooks, old, new, words):
    assert NOTEBOOK.count(old) == 1
    with pytest.raises(Malformed, match=rf"^pack/sub/nb42/notebook.toml.*{words}") as told:
        notebooks(NOTEBOOK.replace(old, new))
    assert "\n" not in str(told.value)


def test_a_line_is_counted_past_texts_that_look_like_tables(wrong):
    code = "[a]\ncode = '''\n[b]\nmeans = 1\n'''\nmeans = 'It is.'\ntry_next = 'Look.'\n"
    with pytest.raises(Malformed, match="line 11: b has 'meens'"):
        wrong(code, "[b]\nmeens = 1\n")


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
    write("nb42/bare/exercise.py", '"""Title."""')
    with pytest.raises(Malformed, match=r"bare/exercise.py defines no `exercise"):
        folder.read(replace(ENTRY, id="bare"))
