"""An update loses no answer, with the course's cells changed below the learner; and the ZIP."""

import json
import re
import subprocess
import sys
import zipfile

import pytest
from stems import STEM

from tutor_utils.cli import environment, release, update


def cell(name, source, **more):
    return {"id": name, "cell_type": "code", "source": source, "outputs": [], **more}


def notebook(*cells):
    return {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


BEFORE = notebook(cell("text", "old words"), cell("attend", "TODO"), cell("gone", "TODO"))
AFTER = notebook(cell("text", "new words"), cell("attend", "TODO"), cell("more", "TODO"))
MINE = notebook(
    cell("text", "old words"),
    cell("attend", "my answer", outputs=["passed"]),
    cell("mine-alone", "print(1)"),
    cell("gone", "my other answer"),
)


def test_merge_keeps_every_cell_of_the_learner():
    found = update.merge(BEFORE, MINE, json.loads(json.dumps(AFTER)))
    texts = {c["id"]: c["source"] for c in found.notebook["cells"]}
    assert texts == {
        "text": "new words",
        "attend": "my answer",
        "mine-alone": "print(1)",
        "more": "TODO",
    }
    assert [c["id"] for c in found.notebook["cells"]][:3] == ["text", "attend", "mine-alone"]
    assert found.without_place == ["gone"] and found.both == []


def test_cell_changed_on_both_sides_stays_the_learners():
    after = notebook(cell("attend", "TODO, with another hint"))
    found = update.merge(BEFORE, MINE, after)
    assert found.notebook["cells"][0]["source"] == "my answer"
    assert found.both == ["attend"]


CUT_OFF = '{"cells": [{"id": "attend", "source": "my ans'
CONFLICT = f"<<<<<<< HEAD\n{json.dumps(MINE)}\n=======\n{json.dumps(BEFORE)}\n>>>>>>> theirs\n"


def git(folder, *arguments):
    names = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *names, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """A learner's clone, and the repository that it follows."""
    origin, mine = tmp_path / "origin", tmp_path / "mine"
    (origin / "notebooks").mkdir(parents=True)
    (origin / "notebooks" / "03.ipynb").write_text(json.dumps(BEFORE), "utf-8")
    (origin / "course.py").write_text("1", "utf-8")
    git(tmp_path, "init", "-q", "-b", "main", str(origin))
    git(origin, "add", ".")
    git(origin, "commit", "-qm", "First")
    git(tmp_path, "clone", "-q", str(origin), str(mine))
    monkeypatch.setattr(environment, "ROOT", mine)
    return origin, mine


def publish(origin):
    (origin / "notebooks" / "03.ipynb").write_text(json.dumps(AFTER), "utf-8")
    git(origin, "commit", "-qam", "A clearer sentence")


@pytest.mark.parametrize("text", ["", CUT_OFF, CONFLICT, "[]"])
def test_an_unreadable_notebook_is_named_and_copied(clone, capsys, text):
    origin, mine = clone
    path = mine / "notebooks" / "03.ipynb"
    path.write_text(text, "utf-8")
    publish(origin)
    assert update.main([]) == 0
    told = capsys.readouterr().out
    assert "03.ipynb\n  could not be read, so it is new now; yours is in the copy alone" in told
    (copy,) = (mine / "notebooks").glob("before-update-*/03.ipynb")
    assert copy.read_text("utf-8") == text
    assert json.loads(path.read_text("utf-8"))["cells"][0]["source"] == "new words"


def test_a_clone_is_updated_and_answers_stay(clone, capsys):
    origin, mine = clone
    path = mine / "notebooks" / "03.ipynb"
    path.write_text(json.dumps(MINE), "utf-8")
    (mine / "notebooks" / "my_transformer").mkdir()
    (mine / "notebooks" / "my_transformer" / "attend.py").write_text("mine", "utf-8")
    assert update.main([]) == 0 and "up to date" in capsys.readouterr().out
    publish(origin)
    assert update.main([]) == 0
    out = capsys.readouterr().out
    assert "A clearer sentence" in out and "attend" in out
    texts = [c["source"] for c in json.loads(path.read_text("utf-8"))["cells"]]
    assert "new words" in texts and "my answer" in texts
    (copies,) = (mine / "notebooks").glob("before-update-*")
    assert json.loads((copies / "03.ipynb").read_text("utf-8")) == MINE
    assert (copies / "my_transformer" / "attend.py").read_text("utf-8") == "mine"


def test_update_stops_before_losing_local_changes(clone, capsys):
    origin, mine = clone
    publish(origin)
    (mine / "course.py").write_text("my change", "utf-8")
    assert update.main([]) == 1
    assert "course.py" in (said := capsys.readouterr().err) and "Nothing was changed" in said
    assert (mine / "course.py").read_text("utf-8") == "my change"
    assert not list((mine / "notebooks").glob("before-update-*"))


def test_clone_owned_by_another_user_gets_gits_remedy(clone, monkeypatch, capsys):
    """Usual on shared drives, in WSL and in containers."""
    _, mine = clone
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    assert update.main([]) == 1
    said = capsys.readouterr().err
    assert f'git config --global --add safe.directory "{mine.as_posix()}"' in said


def test_reasons_are_in_words(clone, tmp_path, monkeypatch, capsys):
    _, mine = clone
    git(mine, "remote", "set-url", "origin", str(tmp_path / "gone"))
    assert update.main([]) == 1 and "git fetch did not work" in capsys.readouterr().err
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    assert update.main([]) == 1
    assert "Unpack the newer ZIP beside it, and copy the" in capsys.readouterr().err


def test_zip_starts_and_holds_what_learners_need(tmp_path):
    path = release.write(tmp_path)
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path)
    folder = path.with_suffix("")
    held = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}
    assert "notebooks/index.ipynb" in held and f"solutions/{STEM['02']}.py" in held
    assert not [p for p in held if re.search(r"^tests|authoring|grading/|^solutions.*ipynb", p)]
    code = "from tutor_utils import check, viz; "
    code += "from tutor_utils.cli import commands; commands.main([])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True
    )
    assert " lab " in done.stdout and " update " in done.stdout and " grade " not in done.stdout
