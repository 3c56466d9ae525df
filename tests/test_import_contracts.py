"""Every arrow between the packages points one way: the contracts stand in pyproject.toml."""

from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.lint
def test_every_arrow_points_one_way(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    assert lint_imports(no_cache=True, no_logo=True) == 0, capsys.readouterr().out
