"""One thread, as in the notebooks; a model and a trainer to begin with."""

from dataclasses import replace

import pytest
import torch

from tutor_utils.course.learner_package import course_answer
from tutor_utils.training import CONFIGS, Trainer


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="session")
def transformer():
    return course_answer("Transformer", own=False)  # whatever the maintainer has passed


@pytest.fixture
def small():
    """A config whose steps take a millisecond or two."""
    return replace(CONFIGS["copy"], d_model=16, d_ff=16, batch_size=8)


@pytest.fixture
def trainer(transformer, small):
    return Trainer(small.build_model(transformer), small)
