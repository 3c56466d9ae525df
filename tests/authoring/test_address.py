"""Nothing is fetched from an address that is not the course's; one command sets it everywhere."""

import re

import pytest

from tutor_utils.authoring import address, generate

ROOT = address.ROOT
OURS = address.Address("someone", "attention.course", "v1.2.3")
README = (ROOT / "README.md").read_text("utf-8")


def test_without_an_address_nothing_is_fetched():
    code = address.setup_code(None)
    assert "git" not in code and "http" not in code and "ModuleNotFoundError" in code
    for make, path in ((address.in_text, "README.md"), (address.in_citation, "CITATION.cff")):
        text = make((ROOT / path).read_text("utf-8"), None)
        assert not re.search(r"https://github\.com/|mybinder|colab\.research|img\.shields", text)


def test_address_is_written_everywhere_and_removed_again():
    with_it = address.in_text(README, OURS)
    assert with_it.count("mybinder.org/v2/gh/someone/attention.course/environment") == 1
    assert "blob/v1.2.3/notebooks/index.ipynb" in with_it and "git clone" in with_it
    assert address.in_text(with_it, None) == address.in_text(README, None)
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert OURS.url in address.in_citation(citation, OURS)
    assert address.in_citation(address.in_citation(citation, OURS), None) == address.in_citation(
        citation, None
    )


def test_the_files_say_what_pyproject_says():
    assert address.stale() == []


def test_pyproject_is_the_one_place(monkeypatch, tmp_path):
    project = tmp_path / "pyproject.toml"
    before = (ROOT / "pyproject.toml").read_text("utf-8")
    project.write_text(before, "utf-8")
    monkeypatch.setattr(address, "PROJECT", project)
    monkeypatch.setattr(address, "PLACES", {})
    address.write("someone/attention.course")
    found = address.read()
    assert (found.owner, found.name) == ("someone", "attention.course")
    assert found.tag.startswith("v")
    address.write("other/name")
    assert address.read().url == "https://github.com/other/name"
    address.write(None)
    assert address.read() is None and project.read_text("utf-8") == address._LINE.sub("", before)


@pytest.mark.parametrize(
    "text", ["name", "a/b/c", "-a/b", "a b/c", "a/..", 'a/b"', "https://x/a/b"]
)
def test_malformed_address_is_refused(text):
    with pytest.raises(ValueError, match="is no address"):
        address.parse(text)


@pytest.mark.parametrize("ours", [None, OURS])
def test_first_cell_finds_the_course_or_says_what_to_do(ours, tmp_path, monkeypatch):
    """Run where there is no course above, with a pip that fails, and where there is one."""
    import importlib.util
    import subprocess
    import sys

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "path", list(sys.path))
    calls = []

    class Failed:
        returncode = 128

    monkeypatch.setattr(subprocess, "run", lambda command, **_: calls.append(command) or Failed)
    (tmp_path / "alone").mkdir()
    monkeypatch.chdir(tmp_path / "alone")
    code = address.setup_code(ours)
    with pytest.raises(ModuleNotFoundError, match="ZIP" if ours is None else "Kaggle"):
        exec(code, {})
    if ours:
        wheel = f"{ours.url}/releases/download/v1.2.3/transformer_course-1.2.3-py3-none-any.whl"
        assert wheel in calls[0]
    (tmp_path / "tutor_utils").mkdir()
    exec(code, {})
    assert sys.path[0] == str(tmp_path)


def test_every_notebook_gets_its_badges_and_07_a_gpu(monkeypatch):
    monkeypatch.setattr(address, "read", lambda: OURS)
    source = ROOT / "solutions" / "07_copy_task.py"
    notebook = generate.learner_notebook(source)
    assert "blob/v1.2.3/notebooks/07_copy_task.ipynb" in notebook.cells[0].source
    assert notebook.metadata["accelerator"] == "GPU"
    monkeypatch.setattr(address, "read", lambda: None)
    other = generate.learner_notebook(ROOT / "solutions" / "02_projection_and_heads.py")
    assert "colab" not in other.cells[0].source and "accelerator" not in other.metadata
