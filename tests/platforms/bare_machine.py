"""A pytest plugin: no font of the system, no program on PATH (``-p tests.platforms.bare_machine``).

What the course brings by itself has to do, as on a machine where nothing was installed before.
"""

import os

from matplotlib import font_manager


def pytest_configure(config):
    """Before the first test file is read."""
    os.environ["PATH"] = os.devnull
    font_manager.X11FontDirectories.clear()
    font_manager._get_fontconfig_fonts.cache_clear()  # it asks the program fc-list
    font_manager._load_fontmanager(try_read_cache=False)
    own = os.path.dirname(font_manager.__file__)  # noqa: PTH120
    font_manager.fontManager.ttflist[:] = [
        font for font in font_manager.fontManager.ttflist if font.fname.startswith(own)
    ]
