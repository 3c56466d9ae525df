"""The sources of the notebooks: cells, what a learner is given, what the course's answer is."""

import pytest

from tutor_utils.course import sources
from tutor_utils.course.sources import learner_version, solution_version

CELL = """\
def scaled(x, factor):
    \"\"\"Größe.\"\"\"
    y = x
    ### BEGIN SOLUTION
    # ~ y = 3
    # ~     z = 4
    y = x * factor
    ### END SOLUTION
    return y"""
PLAIN = CELL.replace("    # ~ y = 3\n    # ~     z = 4\n", "")


def test_the_learner_is_given_lines_or_a_todo():
    assert learner_version(CELL).splitlines()[2:] == [
        "    y = x",
        "    y = 3",
        "        z = 4",
        "    return y",
    ]
    todo = learner_version(PLAIN).splitlines()[3:5]
    assert todo == ["    # TODO: your code here", '    raise NotImplementedError("TODO: scaled")']
    assert 'TODO: A"' in learner_version(PLAIN.replace("def scaled(x, factor):", "class A:"))
    bare = "### BEGIN SOLUTION\nx = 1\n### END SOLUTION"
    assert learner_version(bare).endswith('raise NotImplementedError("TODO: this cell")')
    assert learner_version("x = 1\n") == "x = 1"
    twice = f"{bare}\nz = 3\n{bare}\n"
    assert learner_version(twice).count("TODO: your") == 2 and "z = 3" in learner_version(twice)


def test_the_solution_is_without_given_lines_and_markers():
    assert solution_version(CELL) == PLAIN
    assert solution_version(CELL, markers=False) == "\n".join(
        line for line in PLAIN.splitlines() if "###" not in line
    )


@pytest.fixture
def solutions(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "SOLUTIONS", tmp_path)
    sources.exercise_cells.cache_clear(), sources.statements.cache_clear()
    (tmp_path / "notes.py").write_text('# %% exercise="no"\nx = 1')
    yield tmp_path
    sources.exercise_cells.cache_clear(), sources.statements.cache_clear()


def test_exercise_cells_are_found(solutions):
    path = solutions / "01_first.py"
    path.write_text(f'# %% exercise="scaled"\n{CELL}\n# %%\nz = 1\n', "utf-8")
    (solutions / "02_second.py").write_text('# %% tags=["a"] exercise="other"\nother = 1\n')
    found = sources.exercise_cells()
    assert list(found) == ["scaled", "other"] and found["scaled"].notebook == path
    assert found["scaled"].text == CELL and found["scaled"].stub == learner_version(CELL)
    assert found["scaled"].solution == solution_version(CELL, markers=False)


def test_statements_of_a_source(solutions):
    path = solutions / "01_first.py"
    path.write_text(
        f"# %% [markdown]\n# words = 1\n# %%\n{CELL}\na, b = 1, 2\n# %%\na = 3\n", "utf-8"
    )
    found = sources.statements(path)
    assert set(found) == {"scaled", "a", "b"} and found["a"] == found["b"] == "a, b = 1, 2"
    assert "BEGIN" not in found["scaled"] and "x * factor" in found["scaled"]


def test_headings_give_place_and_minutes_of_an_exercise(solutions):
    (solutions / "01_first.py").write_text(
        "# %% [markdown]\n# ## Exercise: `scaled`\n#\n# Easy. About 4 minutes, 1 line.\n"
        "# %%\n# ## Exercise: `scaled` and more\n# About 9 minutes\n"
        "# %% [markdown]\n# ### Bonus exercise: `other`\n"
    )
    sources.headings.cache_clear()
    assert sources.headings() == {
        "scaled": sources.Heading("Exercise:-scaled", 4),
        "other": sources.Heading("Bonus-exercise:-other", 0),
    }
    sources.headings.cache_clear()
