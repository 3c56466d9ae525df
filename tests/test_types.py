"""The annotations agree with the code. What is left out, and why, stands in pyproject.toml."""

from pathlib import Path

from mypy import api

ROOT = Path(__file__).resolve().parents[1]


def test_mypy_is_quiet(monkeypatch):
    monkeypatch.chdir(ROOT)
    said, trouble, code = api.run([])
    assert code == 0, said + trouble
