"""The README counts what the registry holds, and a build brings it up to date."""

import re

import pytest

from tutor_utils import exercises
from tutor_utils.authoring import readme
from tutor_utils.course import sources


def test_nothing_is_stale():
    assert readme.stale() == []


def test_other_counts_are_noticed_and_written_anew(tmp_path, monkeypatch, capsys):
    text = readme.README.read_text("utf-8")
    monkeypatch.setattr(readme, "README", tmp_path / "README.md")
    other = text.replace("`attend`, ", "")
    readme.README.write_text(re.sub(r"with \d+ exercises", "with 3 exercises", other), "utf-8")
    assert "README.md is stale" in readme.stale()[0]
    readme.write()
    assert readme.README.read_text("utf-8") == text
    capsys.readouterr()
    readme.write()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("notebook", exercises.NOTEBOOKS, ids=lambda n: n.number)
def test_minutes_on_top_are_the_registry(notebook):
    source = (sources.SOLUTIONS / f"{notebook.stem}.py").read_text("utf-8")
    assert re.search(rf"\*\*About {notebook.minutes} minutes\.?\*\*", source)
