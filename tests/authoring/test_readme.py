"""The README counts what the registry holds, and a build brings it up to date."""

import re

from tutor_utils.authoring import readme


def test_texts_are_what_a_build_makes():
    assert list(readme.changes()) == []


def test_other_counts_are_written_anew(tmp_path, monkeypatch):
    text = readme.README.read_text("utf-8")
    monkeypatch.setattr(readme, "README", tmp_path / "README.md")
    other = text.replace("`attend`, ", "")
    readme.README.write_text(re.sub(r"with \d+ exercises", "with 3 exercises", other), "utf-8")
    readme.write()
    assert readme.README.read_text("utf-8") == text
