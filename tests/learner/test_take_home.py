"""The learner's own page: their lines, their curve, their model's answers."""

import pytest
import torch

from tutor_utils import exercises, progress, take_home
from tutor_utils.course import learner_package, store
from tutor_utils.course.learner_package import course_answer
from tutor_utils.exercises.folder import right_answers

SRC = torch.tensor([[5, 7, 2, 0], [3, 4, 5, 2]])
TGT = torch.tensor([[1, 5, 7, 2, 0], [1, 3, 4, 5, 2]])


@pytest.fixture(scope="module")
def model():
    torch.manual_seed(0)
    return course_answer("Transformer", own=False)(
        11, 11, d_model=8, num_heads=2, num_layers=1, d_ff=8, max_len=6
    )


def test_page_holds_own_lines_curve_and_answers(model, capsys):
    code = right_answers(exercises.path_of("FeedForward"))["usual"]
    names = {"torch": torch, "nn": torch.nn, "Tensor": torch.Tensor}
    exec(code, names)
    digest = learner_package.keep("FeedForward", [code], names)
    store.save(store.Record("FeedForward", "passed", digest=digest))
    assert "model's page" not in progress().summary
    path = take_home(model, SRC, TGT, losses=[2.0, 0.5, 0.25])
    text = path.read_text("utf-8")
    assert path.parent == store.folder() and str(path) in capsys.readouterr().out
    assert "# yours (notebook 06, FeedForward)\\nclass FeedForward" in text
    where = "(notebook 06, EncoderLayer)"
    assert f"# the course&#x27;s: yours is not there yet {where}\\nclass EncoderLayer" in text
    assert ".ipynb" not in text, "a page that is sent to somebody leads nowhere else"
    assert "The loss of 3 steps: 2.00 at first, 0.25 at last." in text
    assert "0 of 2 answers are right." in text and "<td>3 4 5</td>" in text
    assert f"Your model's page: {path.parent.name}/{path.name}." in progress().summary
    assert 'href="my_transformer/your_model.html"' in progress()._repr_html_()


def test_without_answers_and_losses_nothing_is_claimed(model):
    text = take_home(model, SRC).read_text("utf-8")
    assert "How it learned" not in text and "answers are right" not in text
    assert "What it answers" in text
