"""The learner's own settings, backend and log stay as they were."""

from __future__ import annotations

import logging
import subprocess
import sys

import matplotlib
import pytest
from drawings import (
    drawn,
    maps,
    random_weights,
)
from matplotlib import font_manager

from tutor_utils import viz
from tutor_utils.viz import theme


def test_settings_stay_as_they_were():
    import matplotlib.pyplot as plt

    with matplotlib.rc_context():
        plt.style.use("dark_background")
        matplotlib.rcParams["axes.titlelocation"] = "right"
        before, backend = dict(matplotlib.rcParams), matplotlib.get_backend()
        open_figures = plt.get_fignums()
        picture = drawn(viz.heads(random_weights(1, 3, 3)))
        assert maps(picture)[0].get_title("center") == "head 0"
        assert dict(matplotlib.rcParams) == before
        assert matplotlib.get_backend() == backend
        assert plt.get_fignums() == open_figures
    assert picture.figure.get_facecolor() == (1, 1, 1, 1)
    assert matplotlib.colors.to_hex(maps(picture)[0].xaxis.label.get_color()) != "#ffffff"


def test_an_error_inside_leaves_the_settings_too():
    before = dict(matplotlib.rcParams)
    with pytest.raises(ValueError), viz.style():
        raise ValueError
    assert dict(matplotlib.rcParams) == before


def test_importing_chooses_no_backend_and_loads_no_torch():
    code = (
        "import matplotlib, sys, tutor_utils.viz;"
        "print(matplotlib.rcParams._get_backend_or_none(), 'torch' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["None", "False"]
    assert ran.stderr == ""


def test_korean_without_a_korean_font_warns_of_nothing(monkeypatch, caplog):
    theme.fonts.cache_clear()
    monkeypatch.setattr(theme, "_KOREAN", ("A Font That Nobody Has",))
    try:
        assert theme.fonts() == ["DejaVu Sans"]
        drawn(viz.attention(random_weights(2, 2), queries=["낱말", "말"], title="제목"))
    finally:
        theme.fonts.cache_clear()
    assert not caplog.records


def test_a_font_that_was_installed_since_the_first_run_is_found(monkeypatch):
    manager = font_manager.fontManager
    serif = next(f for f in manager.ttflist if f.name == "DejaVu Serif")
    others = [f for f in manager.ttflist if f.name != "DejaVu Serif"]
    monkeypatch.setattr(theme, "_KOREAN", ("DejaVu Serif",))
    monkeypatch.setattr(manager, "ttflist", others)
    monkeypatch.setattr(font_manager, "findSystemFonts", lambda: [__file__, serif.fname])
    theme.fonts.cache_clear()
    try:
        assert theme.fonts() == ["DejaVu Sans", "DejaVu Serif"]
    finally:
        theme.fonts.cache_clear()


def test_style_keeps_font_complaints_out_of_the_output(caplog, monkeypatch):
    logger = logging.getLogger("matplotlib.font_manager")
    for above in (logger, logging.getLogger("matplotlib")):  # others set up logging for all
        monkeypatch.setattr(above, "disabled", False)
        monkeypatch.setattr(above, "propagate", True)
    caplog.set_level(logging.WARNING, logger.name)
    with viz.style():
        logger.warning("findfont: Failed to find font weight bold")
    assert not caplog.records
    logger.warning("heard again")
    assert len(caplog.records) == 1
