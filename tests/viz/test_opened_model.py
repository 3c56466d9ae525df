"""A model opened: its numbers are read whatever its parts are called, and never shown wrong."""

import re

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tutor_utils import exercises, viz
from tutor_utils.course import answers
from tutor_utils.course.learner_package import course_answer
from tutor_utils.exercises.folder import right_answers
from tutor_utils.viz.explorer.weights import CannotExplore, weights_of

SIZES = {"d_model": 16, "num_heads": 2, "num_layers": 2, "d_ff": 24, "max_len": 12}
SENTENCE = [5, 7, 0, 3, 2]
ORDERS = [(False, False), (False, True), (True, False), (True, True)]
MOST_BYTES = 1_500_000


def made(kind, norm_first=False, tie_weights=False, **sizes) -> nn.Module:
    """A model whose every number was moved, as training does."""
    torch.manual_seed(0)
    options = {"norm_first": norm_first, "tie_weights": tie_weights, **SIZES, **sizes}
    model = kind(11, 13, **options)
    for p in model.parameters():
        p.data += 0.1 * torch.randn_like(p)
    return model


@pytest.fixture(scope="module")
def transformer():
    return course_answer("Transformer", own=False)


@pytest.mark.parametrize(("norm_first", "tie_weights"), ORDERS)
def test_numbers_give_the_models_logits(transformer, norm_first, tie_weights):
    model = made(transformer, norm_first, tie_weights)
    weights = viz.explore(model, SENTENCE).weights
    assert weights.longest == SIZES["max_len"] and model.training
    for src, tgt in ((SENTENCE, [1, 4, 12]), ([0, 5, 0, 0], [1, 0, 6, 0]), ([2], [1])):
        with torch.no_grad():
            wanted = model.eval()(torch.tensor([src]), torch.tensor([tgt]))[0]
        found = weights.logits(torch.tensor(src), torch.tensor(tgt))
        torch.testing.assert_close(found, wanted, atol=1e-4, rtol=0)


@pytest.mark.parametrize("how", right_answers(exercises.path_of("Transformer")))
def test_any_right_transformer_can_be_opened(how):
    viz.explore(made(answers.right("Transformer", how), norm_first=True), SENTENCE)


@pytest.mark.parametrize("how", right_answers(exercises.path_of("EncoderLayer")))
@pytest.mark.parametrize("norm_first", [False, True])
def test_any_right_layer_can_be_opened(how, norm_first, transformer):
    model = made(transformer, norm_first)
    layers = [answers.right("EncoderLayer", how)(16, 2, 24, 0.0, norm_first) for _ in range(2)]
    model.encoder.layers = nn.ModuleList(layers)
    weights_of(model, 0, 1)


def gelu(model, patch):
    patch.setattr(torch, "relu", F.gelu)


def hides_another_id(model, patch):
    model.pad_id = 12


def two_last_layers(model, patch):
    model.output = nn.Sequential(nn.Linear(16, 16), nn.Linear(16, 13))


@pytest.mark.parametrize(
    ("change", "sizes", "words"),
    [
        (gelu, {}, "other logits than this model"),
        (hides_another_id, {}, "so it would show wrong numbers"),
        (two_last_layers, {}, "is built in another way"),
        (None, {"d_model": 96, "d_ff": 192}, r"up to 250,000 numbers; this one has 3\d\d,\d\d\d"),
    ],
)
def test_a_model_that_cannot_be_opened_is_refused(transformer, monkeypatch, change, sizes, words):
    model = made(transformer, **sizes)
    if change:
        change(model, monkeypatch)
    with pytest.raises(CannotExplore, match=words):
        viz.explore(model, SENTENCE)


@pytest.mark.parametrize(
    ("sentences", "options", "words"),
    [
        ([5] * 13, {}, "sentences begins with 13 tokens; here are at most 12"),
        ([], {}, "sentences must hold at least one"),
        (SENTENCE, {"lines": {"brain": ""}}, r"lines names \['brain'\]; the parts are embedding"),
    ],
)
def test_bad_arguments_are_named(transformer, sentences, options, words):
    with pytest.raises(ValueError, match=words):
        viz.explore(made(transformer), sentences, **options)


def test_a_module_without_encode_is_refused():
    with pytest.raises(ValueError, match="must have encode and decode"):
        viz.explore(nn.Linear(2, 2), SENTENCE)


def test_saved_page_is_small_and_asks_for_nothing(transformer, tmp_path):
    lines = {"attention": "</script><b>scores</b>"}
    largest = made(transformer, d_model=64, d_ff=160, num_heads=4)
    explorer = viz.explore(largest, [SENTENCE, [5, 2]], lines=lines)
    path = explorer.save(tmp_path / "model.html", title="<Mine>")
    text = path.read_text("utf-8")
    assert path.stat().st_size < MOST_BYTES
    assert "<h1>&lt;Mine&gt;</h1>" in text and "<b>scores" not in text
    assert not re.findall(r"""(?:src|href)=["']?(?!data:)\w|@import|url\(h""", text)
    assert "It reads 5 7 <pad> 3 <eos>, and says" in repr(explorer)
    with pytest.raises(ValueError, match=r"must end in \.html"):
        explorer.save(tmp_path / "model.png")
