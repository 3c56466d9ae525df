"""``pytest --nbval solutions``: each notebook with a learner's folder of its own, pictures left out."""

import os

import pytest
from nbval.plugin import IPyNbFile

from tutor_utils.viz import svg

# Two notebooks run beside each other. With all threads in both, training can take minutes.
os.environ.setdefault("OMP_NUM_THREADS", "1")  # the kernels inherit it

# Pictures differ between machines in a pixel; their alternative text is still compared.
PICTURE = r"data:image/(?:png|svg\+xml);base64,[A-Za-z0-9+/=\s]+"
# nbval sees the first picture of a run, with its bar; stored is the last one, without.
LIVE_BAR = r"<div><progress [^>]*>.*?</progress>.*?</div>"
# What a model says while it trains, below the curves: in HTML, and in text as lines at the end.
SAID = r'(?s)<pre class="tutor-said">.*?</pre>|\nstep \d+  given .* right\)$'
PROGRESS = r"<progress [^>]*>"  # how far a bar was when the output was stored
# The numbers under a picture, to two digits: a rounding may fall the other way elsewhere.
NUMBERS = r'<details class="tutor-numbers">.*?</details>'
DATA = r'data-tutor="[^"]*"'  # the same numbers, for the page's script


def pytest_collectstart(collector):
    if isinstance(collector, IPyNbFile):
        collector.skip_compare += (svg.KIND,)  # a replay draws none
        collector.sanitize_patterns.update(
            {
                PICTURE: "PICTURE",
                LIVE_BAR: "",
                SAID: "",
                PROGRESS: "PROGRESS",
                DATA: "DATA",
                NUMBERS: "NUMBERS",
            }
        )


@pytest.hookimpl(tryfirst=True)  # before nbval starts the notebook's kernel, which inherits it
def pytest_runtest_setup(item):
    home = item.config._tmp_path_factory.getbasetemp() / "learners" / item.path.stem
    os.environ["TUTOR_HOME"] = str(home)
