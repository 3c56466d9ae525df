"""A new exercise runs at once, says what is left to write, and is green when that is written."""

import re
import subprocess
import sys
import tomllib
from dataclasses import replace

import nbformat
import pytest
from stems import STEM

from tutor_utils import exercises
from tutor_utils.authoring import length, new

SOURCE = f"{STEM['04']}.py"


@pytest.mark.slow
def test_new_exercise_is_green_when_written(course, command):
    """The whole way: what is left is listed, written, and then nothing is."""
    made = command("tutor_utils", "new", "open_share", "--notebook", "04", "--points", "2")
    assert made.returncode == 0, made.stdout + made.stderr
    left = _left(made.stdout)
    assert len(left) == 21, made.stdout
    assert " cells (at most 60) and " in made.stdout
    for place in left:
        path, line = place.split(":")[:2]
        assert "WRITE:" in (course / path).read_text("utf-8").splitlines()[int(line) - 1]
    again = command("tutor_utils", "build", "04", "--no-run")
    assert again.returncode == 1 and _left(again.stdout) == left
    audit = command("tutor_utils", "audit", "open_share")
    assert audit.returncode == 1, audit.stdout + audit.stderr
    assert _left(audit.stdout) == [line for line in left if "notebook.toml" not in line]
    _require_tidy(made.stdout, command)

    _write(course)
    built = command("tutor_utils", "build", "04", "--no-run")
    assert (built.returncode, _left(built.stdout)) == (0, []), built.stdout + built.stderr
    audit = command("tutor_utils", "audit", "open_share", "--quick")
    assert audit.returncode == 0, audit.stdout + audit.stderr
    assert "`masked_attend`, `open_share` |\n" in (course / "README.md").read_text("utf-8")
    assert command("tutor_utils", "build", "04", "--no-run").stdout == ""


def test_a_notebook_over_its_limits_is_named():
    made = nbformat.v4.new_notebook()
    made.cells = [nbformat.v4.new_markdown_cell("a word") for _ in range(61)]
    assert length.report("06", made) == (
        "Notebook 06 has 61 cells (at most 90) and 122 words (at most 2,000)."
    )
    assert length.report("04", made).endswith("test_road.py fails until it is shorter.")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("causal_mask", "04"), "taken: there is such an exercise"),
        (("Causal_Mask", "04"), "differs from 'causal_mask' by capitals"),
        (("rules", "04"), "there is tutor_utils/exercises/nb04/rules.py"),
        (("attend", "04"), "taken"),
        (("painted", "04"), "notebook 04 uses it already"),
        (("torch", "04"), "taken"),
        (("2d_mask", "04"), "no name"),
        (("class", "04"), "no name"),
        (("größe", "04"), "no name"),
        (("split-heads", "04"), "no name"),
        (("good_name", "99"), "There are: 00, 00a"),
        (("good_name", "4"), "There are: 00, 00a"),
        (("good_name", "04", {"after": "attend"}), "It has: padding_mask"),
        (("good_name", "04", {"points": 0}), "1 point or more"),
    ],
)
def test_bad_input_writes_nothing(arguments, words, monkeypatch):
    written = []
    monkeypatch.setattr(new.files, "write", lambda path, text: written.append(path))
    name, number, *options = arguments
    with pytest.raises(new.Refused, match=re.escape(words)):
        new.make(name, number, **(options[0] if options else {}))
    assert written == []


@pytest.mark.parametrize(
    ("after", "between"),
    [
        ("padding_mask", ("padding_mask", "causal_mask")),
        (None, ("masked_attend", None)),
    ],
)
def test_new_exercise_follows_the_named_one(after, between, monkeypatch):
    """Its cells come before the next heading, its name comes next in the registry."""
    written = {}
    monkeypatch.setattr(new.files, "write", lambda path, text: written.update({path.name: text}))
    new.make("good_name", "04", after=after)
    exercises = re.findall(r'^# %% exercise="(\w+)"', written[SOURCE], re.MULTILINE)
    listed = list(tomllib.loads(written["notebook.toml"])["exercises"])
    assert exercises == listed
    place = listed.index("good_name")
    assert (listed[place - 1], [*listed, None][place + 1]) == between
    text = written[SOURCE]
    assert text.index("# ## What you built") > text.index('check="good_name"')


def test_first_exercise_of_a_notebook_stands_before_its_summary(monkeypatch):
    """And a class is laid out as ruff wants it."""
    written = {}
    monkeypatch.setattr(new.files, "write", lambda path, text: written.update({path.name: text}))
    empty = replace(next(n for n in exercises.NOTEBOOKS if n.number == "04"), entries=())
    monkeypatch.setattr(exercises, "NOTEBOOKS", [empty])
    new.make("GoodName", "04")
    source = written[SOURCE]
    assert source.index('check="GoodName"') < source.index("# ## What you built")
    assert source.index('check="GoodName"') > source.index('check="masked_attend"')
    command = [sys.executable, "-m", "ruff", "format", "--check", "--isolated", "--line-length=100"]
    done = subprocess.run([*command, "-"], input=written["exercise.py"], text=True)
    assert done.returncode == 0


def _left(printed: str) -> list[str]:
    """The lines that say what is left to write."""
    return re.findall(r"^\S+\.(?:py|toml):\d+: .+$", printed, re.MULTILINE)


def _require_tidy(printed: str, command) -> None:
    """Ruff has nothing to say of the Python files that were written."""
    written = re.findall(r"^wrote (\S+\.py)$", printed, re.MULTILINE)
    for ruff in (["check"], ["format", "--check"]):
        done = command("ruff", *ruff, *written)
        assert done.returncode == 0, done.stdout


def _write(course) -> None:
    """Write all that was left: what `padding_mask` has, under the new name."""
    place = course / "tutor_utils" / "exercises" / "nb04"
    for path in (place / "padding_mask").glob("*.*"):
        text = path.read_text("utf-8").replace("padding_mask", "open_share")
        (place / "open_share" / path.name).write_text(text, "utf-8")
    registry = place / "notebook.toml"
    registry.write_text(re.sub(" # WRITE:.*|WRITE: ", "", registry.read_text("utf-8")), "utf-8")
    source = course / "solutions" / SOURCE
    text = source.read_text("utf-8").replace("WRITE: ", "")
    text = text.replace("def open_share(x: Tensor)", "def open_share(ids: Tensor, pad_id: int)")
    text = text.replace(
        'raise NotImplementedError("the course\'s answer")', "return padding_mask(ids, pad_id)"
    )
    source.write_text(re.sub(r"# \| a row for `open_share`.*\n", "", text), "utf-8")
