"""``pytest --nbval solutions``: each notebook with a learner's folder of its own, pictures left out."""

import os
import re

import pytest
from nbval.plugin import IPyNbFile

# Pictures differ between machines in a pixel; their alternative text is still compared.
PICTURE = re.compile(r"data:image/(?:png|svg\+xml);base64,[A-Za-z0-9+/=\s]+")


def pytest_collectstart(collector):
    if isinstance(collector, IPyNbFile):
        collector.sanitize_patterns[PICTURE.pattern] = "PICTURE"


@pytest.hookimpl(tryfirst=True)  # before nbval starts the notebook's kernel, which inherits it
def pytest_runtest_setup(item):
    home = item.config._tmp_path_factory.getbasetemp() / "learners" / item.path.stem
    os.environ["TUTOR_HOME"] = str(home)
