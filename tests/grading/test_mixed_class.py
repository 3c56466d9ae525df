"""A mixed class from the archive to the file for upload, marked twice with changes between."""

import csv
import io
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.grading.mixed_class import KINDS, build
from tests.grading.submissions import NAME, ROOT, rows
from tutor_utils.grading import cli, pool


@pytest.fixture(scope="module")
def class_room(bubblewrap, tmp_path_factory):
    folder = tmp_path_factory.mktemp("term")
    expected = build(folder, len(KINDS))
    command = [str(folder / "submissions"), "--out", str(folder / "results"), "--jobs", "2"]
    code = cli.main([*command, "--seconds", "8"])
    return folder, expected, [*command, "--seconds", "8"], code


def test_every_mark_is_as_a_fair_teacher_gives_it(class_room):
    folder, expected, _, code = class_room
    found = rows(folder / "results")
    assert code == cli.LOOK and set(found) == set(expected)
    wrong = {
        name: (found[name]["status"], found[name]["total"])
        for name, (status, least, most) in expected.items()
        if found[name]["status"] != status or not least <= float(found[name]["total"]) <= most
    }
    assert wrong == {}, wrong


def test_the_file_for_upload_has_everybody(class_room):
    folder, expected, _, _ = class_room
    text = (folder / "results" / "moodle.csv").read_text("utf-8")
    found = {r["Full name"]: r for r in csv.DictReader(io.StringIO(text))}
    assert set(found) == set(expected)
    for name, (_, least, most) in expected.items():
        assert least <= float(found[name]["Grade"]) <= most and found[name]["Feedback comments"]


def test_no_page_gives_the_course_away_and_each_holds_its_own(class_room):
    folder, _, _, _ = class_room
    for path in (folder / "results" / "feedback").iterdir():
        text = path.read_text("utf-8")
        assert "seed" not in text and "\ud83d".encode("utf-8", "surrogatepass") not in text.encode()
        assert len(set(re.findall(r"Kim \d+", text))) == 1


def test_marked_again_after_changes(class_room, monkeypatch):
    """One file is new, one weight is other: one learner is marked, all are counted again."""
    folder, expected, command, _ = class_room
    archive = folder / "submissions" / "Course-Week 2-99.zip"
    with zipfile.ZipFile(archive) as old:
        kept = {n: old.read(n) for n in old.namelist()}
    name = next(n for n in expected if n.startswith("Wrong"))
    solved = next(data for n, data in kept.items() if n.startswith("Solved"))
    kept[next(n for n in kept if n.startswith("Wrong"))] = solved
    with zipfile.ZipFile(archive, "w") as new:
        for where, data in kept.items():
            new.writestr(where, data)
    rules = (folder / "marking.toml").read_text("utf-8")
    (folder / "marking.toml").write_text(rules + "[weights]\nsplit_heads = 4\n", "utf-8")
    marked, mark_all = [], pool.mark_all
    monkeypatch.setattr(
        pool, "mark_all", lambda tasks, make: (marked.extend(tasks), mark_all(tasks, make))[1]
    )
    assert cli.main(command) == cli.LOOK
    assert [t.submission.learner for t in marked] == [name]
    found = rows(folder / "results")
    assert found[name]["total"] == "6.0" and found[name]["possible"] == "6.0"
    page = (folder / "results" / "changes.html").read_text("utf-8")
    assert "another file" in page and name in page and NAME not in page
    assert cli.main(command) == cli.LOOK  # nothing left to do
    assert len(marked) == 1


def test_lines_of_the_readme_in_a_clean_shell(class_room):
    """As a reader copies them: no variable is set. Nothing changed, so nothing is marked."""
    folder, expected, _, _ = class_room
    readme = (ROOT / "README.md").read_text("utf-8")
    found = re.findall(r"^(python3 -m tutor_utils grade SUB\S+ --out \S+[^#\n]*)", readme, re.M)
    report, mark, *_ = (
        line.replace("SUBMISSIONS", str(folder / "submissions")).replace(
            "RESULTS", str(folder / "results")
        )
        for line in found
    )
    shell = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "HOME": str(folder / "home")}
    for line, words in ((report, "Nothing at all from 1: Missing Kim"), (mark, "14 results")):
        done = subprocess.run(
            ["bash", "-c", line + " --seconds 8" * (line == mark)],
            cwd=ROOT,
            env=shell,
            capture_output=True,
            text=True,
        )
        assert done.returncode == cli.LOOK and words in done.stdout, done.stdout + done.stderr
    assert f"{len(expected) - 1} submissions, {len(expected) - 1} of them" in done.stdout
