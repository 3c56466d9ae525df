"""A notebook without a kernel: cells are run in an IPython shell."""

import pytest
from IPython.core.interactiveshell import InteractiveShell

from tutor_utils.learner import notebook


@pytest.fixture
def shell():
    """A shell that is set up as the first import in a fresh kernel does it."""
    running = InteractiveShell.instance()
    notebook.set_up()
    yield running
    InteractiveShell.clear_instance()
