"""What is recorded is what the model did."""

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from tutor_utils import exercises
from tutor_utils.course.learner_package import load_answer
from tutor_utils.viz.interactive import AttentionViewer
from tutor_utils.viz.recording import Recording

B, H, L_S, L_T = 2, 4, 5, 4
SRC = torch.tensor([[3, 4, 5, 2, 0], [3, 4, 2, 0, 0]])
TGT = torch.tensor([[1, 3, 4, 5], [1, 3, 4, 0]])


def course(name: str):
    return load_answer(name).value


@pytest.fixture(scope="module")
def model():
    torch.manual_seed(0)
    sizes = {"d_model": 32, "num_heads": H, "num_layers": 2, "d_ff": 48, "dropout": 0.3}
    return course("Transformer")(20, 20, max_len=16, **sizes).train()


def random(*shape: int) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(1))


# --- what is heard ---


def test_a_transformer_gives_its_three_kinds_layer_by_layer(model):
    recording = Recording(model).record(SRC, TGT)
    assert recording.kinds == ["encoder", "decoder", "cross"]
    shapes = {kind: [a.weights.shape for a in recording.layers(kind)] for kind in recording.kinds}
    assert shapes == {
        "encoder": [(B, H, L_S, L_S)] * 2,
        "decoder": [(B, H, L_T, L_T)] * 2,
        "cross": [(B, H, L_T, L_S)] * 2,
    }


def test_q_k_and_mask_are_found_behind_the_weights(model):
    for kind in ("encoder", "decoder", "cross"):
        for attention in Recording(model).record(SRC, TGT).layers(kind):
            q, k = (torch.tensor(part) for part in (attention.q, attention.k))
            allowed = torch.tensor(attention.allowed)
            scores = (q @ k.mT / q.shape[-1] ** 0.5).masked_fill(~allowed, -torch.inf)
            np.testing.assert_allclose(scores.softmax(-1), attention.weights, atol=1e-5)
    pads = SRC == 0
    assert (~torch.tensor(attention.allowed)[:, 0, 0] == pads).all()


def test_the_model_is_left_as_it_was(model):
    before = {name: p.clone() for name, p in model.state_dict().items()}
    state = torch.get_rng_state()
    model.decoder.eval()  # a mixed mode must come back too
    Recording(model).record(SRC, TGT)
    assert model.training and model.encoder.training and not model.decoder.training
    model.train()
    assert all(not m._forward_hooks and not m._forward_pre_hooks for m in model.modules())
    assert all(torch.equal(before[name], p) for name, p in model.state_dict().items())
    assert torch.equal(state, torch.get_rng_state())
    assert all(p.grad is None for p in model.parameters())


def test_hooks_are_gone_when_the_model_raises(model):
    with pytest.raises(TypeError, match="tgt"):
        Recording(model).record(SRC)  # no target
    assert all(not m._forward_hooks and not m._forward_pre_hooks for m in model.modules())


class Keys(nn.Module):
    """Weights without projections of their own, and a scale that is not √d_k."""

    def forward(self, query: Tensor, key: Tensor) -> tuple[Tensor, Tensor]:
        weights = (query @ key.mT / 100).softmax(-1)[:, None]
        return weights[:, 0] @ key, weights


def test_weights_alone_are_enough_to_look_at():
    recording = Recording(Keys()).record(random(2, 3, 8), random(2, 5, 8))
    (found,) = recording.layers("cross")
    assert found.q is None and found.allowed is None


def test_steps_are_kept_in_order_and_must_fit(model):
    recording = Recording(model).record(SRC, TGT, step=50).record(SRC, TGT, step=0)
    assert recording.steps == [0, 50]
    with pytest.raises(ValueError, match="step=7"):
        recording.record(SRC[:1], TGT[:1], step=7)
    with pytest.raises(ValueError, match="step must be a whole number"):
        recording.record(SRC, TGT, step=1.5)
    with pytest.raises(ValueError, match="step=3 was not recorded"):
        recording.layers("cross", 3)
    with pytest.raises(ValueError, match="kind='x'"):
        recording.layers("x")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"source": "abcde"}, "source must be a list of labels, not 'abcde'"),
        ({"source": list("abc")}, "source must hold a label for each of the 5 tokens"),
        ({"target": [list("abcd")] * 3}, "target must hold one list of labels, or one for each"),
        ({"target": [list("abcd"), list("ab")]}, "each of the 4 tokens"),
    ],
)
def test_labels_that_do_not_fit(model, arguments, message):
    with pytest.raises(ValueError, match=message):
        Recording(model, **arguments).record(SRC, TGT)


def test_labels_of_each_example(model):
    names = [list("abcde"), list("fghij")]
    recording = Recording(model, source=names, target=["번역", "", "x", "y"]).record(SRC, TGT)
    assert recording.labels("cross", 1) == (["번역", "", "x", "y"], list("fghij"))
    assert recording.labels("encoder", 0) == (names[0], names[0])


def test_what_is_no_model_or_gives_no_weights():
    with pytest.raises(ValueError, match=r"model must be .* not list"):
        Recording([])
    with pytest.raises(ValueError, match="model=Linear returned no attention weights"):
        Recording(nn.Linear(3, 3)).record(random(2, 3))
    with pytest.raises(ValueError, match="record"):
        Recording(nn.Linear(3, 3)).layers("self")


# --- whatever module returns weights ---

X = random(2, 5, 16)
MEMORY = random(2, 6, 16)
IDS = torch.tensor([[3, 4, 5, 6, 7]]).expand(2, -1)
# Each class of the course that attends: how it is made, what it reads, what it is a picture of.
ATTENDS = {
    "MultiHeadAttention": ((16, 4), (X, MEMORY, MEMORY), ["cross"]),
    "EncoderLayer": ((16, 4, 8), (X,), ["self"]),
    "DecoderLayer": ((16, 4, 8), (X, MEMORY), ["decoder", "cross"]),
    "Encoder": ((2, 16, 4, 8), (X,), ["self"]),
    "Decoder": ((2, 16, 4, 8), (X, MEMORY), ["decoder", "cross"]),
    "Transformer": ((20, 20, 16, 4, 2, 8), (SRC, TGT), ["encoder", "decoder", "cross"]),
    "LanguageModel": ((20, 16, 4, 2, 8, 9), (IDS,), ["self"]),
    "GroupedQueryAttention": ((16, 4, 2), (X,), ["self"]),
    "ModernLayer": ((16, 4, 2, 8), (X,), ["self"]),
    "ModernLanguageModel": ((20, 16, 4, 2, 2, 8), (IDS,), ["self"]),
}
NO_ATTENTION = {
    *("TokenEmbedding", "LearnedPosition", "TransformerEmbedding"),
    *("FeedForward", "RMSNorm", "SwiGLU", "LoRA"),
}


def test_every_class_of_the_course_is_tried():
    classes = {name for name in exercises.names() if name[0].isupper()}
    assert classes == ATTENDS.keys() | NO_ATTENTION


@pytest.mark.parametrize("name", ATTENDS)
def test_every_class_of_the_course_is_shown(name):
    sizes, read, kinds = ATTENDS[name]
    recording = Recording(course(name)(*sizes)).record(*read)
    assert recording.kinds == kinds
    for kind in kinds:
        assert (
            "data-viewer" in AttentionViewer(recording, kind=kind)._repr_mimebundle_()["text/html"]
        )


def cached(name, length):
    """A module, what it reads after a cache of three tokens, and the cache."""
    sizes, (read,), _ = ATTENDS[name]
    if name.startswith("Modern") or name.startswith("Grouped"):
        sizes = tuple(
            4 if i == (3 if "Language" in name else 2) else n for i, n in enumerate(sizes)
        )
    module = course(name)(*sizes).eval()
    with torch.no_grad():
        *_, cache = module(read[:, :3])
    return module, read[:, 3 : 3 + length], cache


@pytest.mark.parametrize("length", [1, 2])
@pytest.mark.parametrize("name", ["GroupedQueryAttention", "ModernLayer", "ModernLanguageModel"])
def test_a_model_with_a_cache_reads_itself(name, length):
    module, read, cache = cached(name, length)
    names = list("abcde")[: 3 + length]
    recording = Recording(module, source=names).record(read, cache=cache)
    assert recording.kinds == ["self"]
    assert recording.labels("self", 0) == (names[3:], names)
    with pytest.raises(ValueError, match="source must hold a label"):
        Recording(module, source=["a"]).record(read, cache=cache)


class Llama(nn.Module):
    """Attention as other libraries write it: their names, and the rotary table beside x."""

    def __init__(self) -> None:
        super().__init__()
        self.q_proj, self.k_proj = nn.Linear(16, 16), nn.Linear(16, 16)

    def forward(self, x: Tensor, table: Tensor) -> tuple[Tensor, Tensor]:
        q, k = self.q_proj(x) * table, self.k_proj(x) * table
        weights = (q @ k.mT).softmax(-1)[:, None]
        return weights[:, 0] @ x, weights


def test_positions_beside_x_are_no_second_sequence():
    assert Recording(Llama()).record(X, X + 1).kinds == ["self"]


class Plain(nn.Module):
    """Weights alone, of what it is given."""

    def __init__(self, weights: Tensor) -> None:
        super().__init__()
        self.weights = weights

    def forward(self, x: Tensor, *_: Tensor) -> tuple[Tensor, Tensor]:
        return x, self.weights


def test_what_cannot_be_told_is_not_said():
    even = torch.full((2, 1, 5, 5), 0.2)
    assert Recording(Plain(even)).record(X).kinds == ["self"]
    assert Recording(Plain(even)).record(X, X + 1).kinds == ["unknown"]
    assert Recording(Plain(even)).record(X, random(2, 5, 5)).kinds == ["self"]  # an additive mask
    wide = torch.full((2, 1, 5, 10), 0.1)
    assert Recording(Plain(wide)).record(X).kinds == ["unknown"]


def test_nan_is_shown_where_it_is():
    even = torch.full((2, 2, 5, 5), 0.2)
    even[1, 1, 3] = torch.nan
    with pytest.raises(ValueError, match=r"head 1, row 3: NaN\. Usually every key"):
        Recording(Plain(even)).record(X)


def test_the_mean_over_heads_says_what_to_ask_for():
    attention = nn.MultiheadAttention(16, 4, batch_first=True)
    with pytest.raises(ValueError, match="average_attn_weights=False"):
        Recording(attention).record(X, X, X)
