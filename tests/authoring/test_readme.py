"""The README counts what the registry holds, and a build brings it up to date."""

import re

import pytest

from tutor_utils import exercises
from tutor_utils.authoring import readme
from tutor_utils.course import sources


def test_texts_are_what_a_build_makes():
    assert list(readme.changes()) == []


def test_other_counts_are_written_anew(tmp_path, monkeypatch):
    text = readme.README.read_text("utf-8")
    monkeypatch.setattr(readme, "README", tmp_path / "README.md")
    other = text.replace("`attend`, ", "")
    readme.README.write_text(re.sub(r"with \d+ exercises", "with 3 exercises", other), "utf-8")
    readme.write()
    assert readme.README.read_text("utf-8") == text


@pytest.mark.parametrize("notebook", exercises.NOTEBOOKS, ids=lambda n: n.number)
def test_minutes_on_top_are_the_registry(notebook):
    source = (sources.SOLUTIONS / f"{notebook.stem}.py").read_text("utf-8")
    assert re.search(rf"\*\*About {notebook.minutes} minutes\.?\*\*", source)
