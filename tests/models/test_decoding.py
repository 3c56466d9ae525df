"""The decoding Transformer: it computes what the course's does, and records its calls."""

import pytest
import torch
from torch import nn

from tutor_utils import noted
from tutor_utils.models import DecodingTransformer

SIZE = {"d_model": 8, "num_heads": 2, "num_layers": 2, "d_ff": 12}


def copy_weights(own, course):
    """The course's model and this one have the same names, but for norms and positions."""
    for mine, theirs in ((own.source, course.source), (own.target, course.target)):
        mine.tokens.table.weight.data.copy_(theirs.tokens.table.weight)
    for mine, theirs in zip(own.decoder.layers, course.decoder.layers, strict=True):
        mine.self_attention.load_state_dict(theirs.self_attention.state_dict())
        mine.cross_attention.load_state_dict(theirs.cross_attention.state_dict())
        mine.norms.load_state_dict(theirs.norms.state_dict())
        copy_network(mine.feed_forward, theirs.feed_forward)
    own.decoder.norm.load_state_dict(course.decoder.norm.state_dict())
    own.output.load_state_dict(course.output.state_dict())


def copy_network(mine, theirs):
    mine[0].load_state_dict(theirs.wide.state_dict())
    mine[-1].load_state_dict(theirs.narrow.state_dict())


@pytest.mark.parametrize("norm_first", [False, True])
def test_decoding_model_equals_the_courses(transformer, norm_first):
    torch.manual_seed(0)
    course = transformer(11, 13, **SIZE, norm_first=norm_first).eval()
    own = DecodingTransformer(11, 13, **SIZE, norm_first=norm_first, max_len=20).eval()
    for parameter in course.parameters():
        nn.init.normal_(parameter)
    copy_weights(own, course)
    src, tgt = torch.tensor([[5, 6, 2, 0], [3, 4, 7, 2]]), torch.tensor([[1, 7, 8], [1, 9, 0]])
    memory, mask = own.encode(src)
    torch.testing.assert_close(own(src, tgt), course.decode(tgt, memory, mask))


def test_it_notes_its_calls():
    model = DecodingTransformer(11, 11, **SIZE).train()
    src = torch.tensor([[5, 6, 2], [4, 2, 0]])
    noted.begin("calls")
    memory, mask = model.encode(src)
    model.eval()
    with torch.no_grad():
        model.decode(src[:, :1], memory, mask)
    assert noted.so_far() == [("encode", 2, 3, True, True), ("decode", 2, 1, False, False)]


def test_mode_reaches_every_submodule():
    model = DecodingTransformer(5, 5, 4, 2, 1, 3)
    model.decoder.layers[0].norms[2].eval()
    assert model.train() is model and all(part.training for part in model.modules())
    assert model.eval() is model and not any(part.training for part in model.modules())
