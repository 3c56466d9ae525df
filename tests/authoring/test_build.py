"""Both notebooks come from one source, and are what a build would make today."""

import re
import shutil

import nbformat
import pytest
from every_case import share
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbgrader.nbgraderformat import MetadataValidator

from tutor_utils import exercises, files
from tutor_utils.authoring import build, generate, links
from tutor_utils.authoring.generate import ROOT, cells_digest, learner_notebook, solution_notebook
from tutor_utils.course import sources
from tutor_utils.viz import theme as viz_theme
from tutor_utils.viz.interactive import page

SOURCES = build.sources()
names = pytest.mark.parametrize("source", SOURCES, ids=lambda p: p.stem)


def test_every_notebook_has_its_source():
    assert [s.stem for s in SOURCES] == [n.stem for n in exercises.NOTEBOOKS]


@names
def test_both_notebooks_are_what_a_build_makes(source):
    ours, theirs = build.paths(source)
    assert theirs.read_text("utf-8") == build.to_text(learner_notebook(source))
    stored = nbformat.read(ours, as_version=4)
    for cell in stored.cells:
        if cell.cell_type == "code":
            assert cell.execution_count, "nbval passes over a cell that has not run"
            cell.outputs, cell.execution_count = [], None
    assert build.to_text(stored) == build.to_text(solution_notebook(source))


@names
def test_stored_outputs_are_clean(source):
    text = build.paths(source)[0].read_text("utf-8")
    notebook = nbformat.reads(text, as_version=4)
    assert str(ROOT) not in text and "/root/" not in text
    for cell in notebook.cells:
        assert "execution" not in cell.metadata
        for output in cell.get("outputs", []):
            assert output.output_type != "error", cell.source
            assert output.get("name") != "stderr", cell.source
            assert "Warning" not in str(output.get("text", "")), output.text


@names
def test_stored_viewers_hold_the_script_of_today(source):
    for cell in nbformat.read(build.paths(source)[0], as_version=4).cells:
        for output in cell.get("outputs", []):
            html = output.get("data", {}).get("text/html", "")
            for viewer in re.findall(r'data-viewer="(\w+)"', html):
                assert page._script(viewer) in html and page._style(viewer) in html, viewer


@names
def test_learner_gets_no_solution(source):
    learner = learner_notebook(source)
    for cell in learner.cells:
        assert "BEGIN SOLUTION" not in cell.source and "# ~" not in cell.source
        assert not cell.get("outputs")
    assert cells_digest(learner) == learner.metadata["tutor"]["cells"]


@names
def test_every_exercise_has_its_cell_and_its_check(source):
    found = {cell.id for cell in learner_notebook(source).cells}
    ids = [e.id for e in exercises.of_notebook(build.number(source))]
    questions = [q.id for q in exercises.questions() if q.notebook == build.number(source)]
    for exercise in ids:
        assert {exercise, f"check-{exercise}"} <= found
        assert sources.exercise_cells()[exercise].notebook == source
    assert {f"predict-{q}" for q in questions} <= found


@names
def test_cells_are_short(source):
    for cell in learner_notebook(source).cells:
        if cell.cell_type == "code":
            assert len(cell.source.splitlines()) <= 60, cell.source
        else:
            assert len(cell.source.split()) <= 150, cell.source


@names
def test_nbgrader_accepts_the_metadata(source):
    validator = MetadataValidator()
    for notebook in (solution_notebook(source), learner_notebook(source)):
        validator.validate_nb(notebook)


@pytest.mark.slow
@pytest.mark.parametrize("source", build.sources(share(["00", "09", "06"], 2)))
def test_untouched_notebook_stops_at_its_first_check(source, learner_home):
    notebook = nbformat.read(build.paths(source)[1], as_version=4)
    client = NotebookClient(
        notebook, timeout=900, resources={"metadata": {"path": str(ROOT / "notebooks")}}
    )
    with pytest.raises(CellExecutionError):
        client.execute()
    failed = [
        c for c in notebook.cells if any(o.output_type == "error" for o in c.get("outputs", []))
    ]
    assert len(failed) == 1 and failed[0].id.startswith("check-")
    assert "is not started yet" in "\n".join(failed[0].outputs[-1].traceback)


def test_worked_in_notebook_is_kept_before_it_is_overwritten(tmp_path):
    path = tmp_path / "02_x.ipynb"
    notebook = learner_notebook(next(s for s in SOURCES if s.name.startswith("02")))
    path.write_text(build.to_text(notebook), "utf-8")
    assert build.keep_if_edited(path) is None
    notebook.cells[-1].source += " my own words"
    path.write_text(build.to_text(notebook), "utf-8")
    first, second = build.keep_if_edited(path), build.keep_if_edited(path)
    assert first != second and "my own words" in first.read_text("utf-8")
    path.write_text("{broken", "utf-8")
    assert build.keep_if_edited(path).read_text("utf-8") == "{broken"


def test_renamed_notebook_leaves_no_old_name(tmp_path, monkeypatch):
    source = build.sources(["02"])[0]
    monkeypatch.setattr(generate, "NOTICE", "old {stem}")
    monkeypatch.setattr(links, "navigation", lambda *_: "[old](old.ipynb)")
    files.write(stored := tmp_path / "stored.ipynb", build.to_text(solution_notebook(source)))
    monkeypatch.undo()
    generate.readdress(stored, source)
    assert stored.read_text("utf-8") == build.to_text(solution_notebook(source))


def test_a_changed_colour_makes_stored_solutions_stale(monkeypatch, tmp_path):
    before = generate.drawing_digest()
    shutil.copytree(ROOT / "tutor_utils" / "viz", copy := tmp_path / "tutor_utils" / "viz")
    theme = copy / "theme.py"
    theme.write_text(theme.read_text("utf-8").replace(viz_theme.BLOCKED_FILL, "#123456"), "utf-8")
    monkeypatch.setattr(generate, "ROOT", tmp_path)
    assert generate.drawing_digest.__wrapped__() != before


def test_source_of_another_name_is_told(monkeypatch):
    path = build.sources(["02"])[0].with_name("02_heads.py")
    monkeypatch.setattr(sources, "paths", lambda: [path])
    with pytest.raises(ValueError, match=r"02_heads\.py: exercises/nb02/notebook\.toml calls it"):
        build.sources()


def test_check_of_a_dropped_exercise_names_its_file(monkeypatch):
    known = exercises.entry
    gone = exercises.UnknownName("There is no exercise 'split_heads'.")

    def entry(name):
        if name == "split_heads":
            raise gone
        return known(name)

    monkeypatch.setattr(exercises, "entry", entry)
    with pytest.raises(files.Malformed, match=r"02_\w+\.py, a check cell: There"):
        learner_notebook(build.sources(["02"])[0])
