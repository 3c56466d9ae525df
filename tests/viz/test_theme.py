"""The learner's own settings, backend and log stay as they were."""

import subprocess
import sys
import warnings
from pathlib import Path

import matplotlib
import numpy as np
from drawings import drawn, maps, random_weights
from matplotlib import font_manager
from matplotlib.colors import to_rgb

from tutor_utils import viz
from tutor_utils.viz import theme


def test_colours_of_masks_and_heads_are_written_once():
    """Scripts, styles and drawings take them from the theme."""
    own = {theme.OPEN, theme.HATCH, theme.PLAIN, theme.ACCENT, theme.BLOCKED_FILL, *theme.HEADS}
    folder = Path(theme.__file__).parent
    for file in [*folder.rglob("*.py"), *folder.rglob("page/*")]:
        if file.name != "theme.py" and not file.name.startswith("explorer"):
            assert not [c for c in own if c in file.read_text("utf-8")], file.name


def test_open_and_blocked_cells_differ_in_brightness():
    """Also on grey paper, and for those who see no difference of hue."""
    red_green_blue = np.array([to_rgb(c) for c in (theme.OPEN, theme.BLOCKED_FILL)])
    bright = red_green_blue @ np.array([0.2126, 0.7152, 0.0722])
    assert abs(bright[0] - bright[1]) > 0.15


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


def test_importing_chooses_no_backend_and_loads_no_torch():
    code = (
        "import matplotlib, sys, tutor_utils.viz;"
        "print(matplotlib.rcParams._get_backend_or_none(), 'torch' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["None", "False"]
    assert ran.stderr == ""


def test_korean_is_drawn_where_no_font_is_installed(monkeypatch, caplog):
    """With the wheel's font, and without the wheel's package, which changes settings."""
    manager = font_manager.fontManager
    own = Path(matplotlib.get_data_path())
    bare = [font for font in manager.ttflist if Path(font.fname).is_relative_to(own)]
    monkeypatch.setattr(manager, "ttflist", bare)
    for method in (manager._findfont_cached, font_manager._get_font):
        method.cache_clear()
    theme.fonts.cache_clear()
    assert theme.fonts() == ["DejaVu Sans", "NanumGothic"]
    assert "koreanize_matplotlib" in manager.findfont("NanumGothic", fallback_to_default=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        drawn(viz.attention(random_weights(2, 2), queries=["낱말", "말"], title="제목"))
    assert not caplog.records and "koreanize_matplotlib" not in sys.modules
