"""The README's table of notebooks is the registry's, and a build brings it back."""

import pytest

from tutor_utils import exercises
from tutor_utils.authoring import readme
from tutor_utils.course import sources


def test_table_is_the_registry():
    assert readme.stale() == []


def test_other_table_is_noticed_and_written_anew(tmp_path, monkeypatch, capsys):
    text = readme.README.read_text("utf-8")
    monkeypatch.setattr(readme, "README", tmp_path / "README.md")
    readme.README.write_text(text.replace("`attend`, ", ""), "utf-8")
    assert "table of notebooks in README.md is stale" in readme.stale()[0]
    readme.write()
    assert readme.README.read_text("utf-8") == text
    capsys.readouterr()
    readme.write()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("notebook", exercises.NOTEBOOKS, ids=lambda n: n.number)
def test_minutes_on_top_are_the_registry(notebook):
    source = (sources.SOLUTIONS / f"{notebook.stem}.py").read_text("utf-8")
    assert f"**About {notebook.minutes} minutes.**" in source
