"""Nothing is fetched from an address that is not the course's; one line sets it everywhere."""

import re

import pytest

from tutor_utils.authoring import address, build, generate, readme

OURS = address.Address("someone", "attention.course", "v1.2.3")


def test_without_an_address_nothing_is_fetched():
    code = address.setup_code(None)
    assert "git" not in code and "http" not in code and "ModuleNotFoundError" in code
    for make, path in ((readme.filled, readme.README), (readme.cited, readme.CITATION)):
        text = make(path.read_text("utf-8"), None)
        assert not re.search(r"https://github\.com/|mybinder|colab\.research|img\.shields", text)


def test_address_is_written_everywhere_and_removed_again():
    text = readme.README.read_text("utf-8")
    with_it = readme.filled(text, OURS)
    assert with_it.count("mybinder.org/v2/gh/someone/attention.course/environment") == 1
    assert "blob/v1.2.3/notebooks/index.ipynb" in with_it and "git clone" in with_it
    assert readme.filled(with_it, None) == readme.filled(text, None)
    assert OURS.tag not in OURS.pull("notebooks/index.ipynb")  # nbgitpuller pulls a tag only once
    assert "a_b.ipynb" in OURS.binder("notebooks/a_b.ipynb")
    assert "YOUR.HUB/hub" in readme.filled(readme.TEACHING.read_text("utf-8"), OURS)
    citation = readme.cited(readme.CITATION.read_text("utf-8"), None)
    assert OURS.url in readme.cited(citation, OURS)
    assert readme.cited(readme.cited(citation, OURS), None) == citation


def test_pyproject_says_the_address(monkeypatch, tmp_path):
    project = tmp_path / "pyproject.toml"
    monkeypatch.setattr(address, "PROJECT", project)
    text = '[project]\nversion = "1.2.3"\n'
    project.write_text(text, "utf-8")
    assert address.read() is None
    project.write_text(f'{text}[project.urls]\nRepository = "{OURS.url}"\n', "utf-8")
    assert address.read() == OURS


@pytest.mark.parametrize("url", ["name", "https://github.com/a", "https://github.com/a b/c"])
def test_malformed_address_is_refused(url, monkeypatch, tmp_path):
    monkeypatch.setattr(address, "PROJECT", tmp_path / "pyproject.toml")
    text = f'[project]\nversion = "1"\n[project.urls]\nRepository = "{url}"\n'
    address.PROJECT.write_text(text, "utf-8")
    with pytest.raises(ValueError, match="is no https://github"):
        address.read()


@pytest.mark.parametrize("ours", [None, OURS])
def test_first_cell_finds_the_course_or_says_what_to_do(ours, tmp_path, monkeypatch):
    """Run where there is no course above, with a pip that fails, and where there is one."""
    import importlib.util
    import subprocess
    import sys

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "path", list(sys.path))
    calls = []

    failed = subprocess.CompletedProcess([], 1, "", "ERROR: HTTP error 500 while getting it")
    monkeypatch.setattr(subprocess, "run", lambda command, **_: calls.append(command) or failed)
    (tmp_path / "alone").mkdir()
    monkeypatch.chdir(tmp_path / "alone")
    code = address.setup_code(ours)
    with pytest.raises(ModuleNotFoundError, match="ZIP" if ours is None else "Kaggle"):
        exec(code, {})
    if ours:
        wheel = f"{ours.url}/releases/download/v1.2.3/transformer_course-1.2.3-py3-none-any.whl"
        assert wheel in calls[0]
        failed.stderr = f"ERROR: HTTP error 404 while getting {wheel}"  # pip's words
        with pytest.raises(ModuleNotFoundError, match=r"v1\.2\.3 of the course is not there") as no:
            exec(code, {})
        assert "network" not in str(no.value)
    (tmp_path / "tutor_utils").mkdir()
    exec(code, {})
    assert sys.path[0] == str(tmp_path)


def test_every_notebook_gets_its_badges_and_07_a_gpu(monkeypatch):
    monkeypatch.setattr(address, "read", lambda: OURS)
    source = build.sources(["07"])[0]
    notebook = generate.learner_notebook(source)
    assert f"blob/v1.2.3/notebooks/{source.stem}.ipynb" in notebook.cells[0].source
    assert notebook.metadata["accelerator"] == "GPU"
    monkeypatch.setattr(address, "read", lambda: None)
    other = generate.learner_notebook(build.sources(["02"])[0])
    assert "colab" not in other.cells[0].source and "accelerator" not in other.metadata
