"""What-ifs agree with PyTorch, and say what they change."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor
from torch.nn import functional as F

from tutor_utils.viz.recording import Attention, Recording
from tutor_utils.viz.what_if import WhatIf, describe_change, weights_if


def random(*shape: int) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(1))


@pytest.fixture
def attention():
    mask = torch.ones(6, 6).tril().bool()
    mask[2] = False  # a query with no key
    q, k, v = random(3, 1, 2, 6, 8)
    return Recording.of(q, k, v, mask=mask)._first[0]


@pytest.mark.parametrize("scaled", [True, False])
@pytest.mark.parametrize("masked", [True, False])
@pytest.mark.parametrize("temperature", [0.1, 1.0, 5.0])
def test_what_if_agrees_with_pytorch(attention, scaled, masked, temperature):
    q, k = torch.tensor(attention.q), torch.tensor(attention.k)
    scale = (1 if not scaled else 8**-0.5) / temperature
    mask = torch.tensor(attention.allowed) if masked else None
    eye = torch.eye(6, dtype=q.dtype).expand(1, 2, 6, 6)  # values that give the weights back
    theirs = F.scaled_dot_product_attention(q, k, eye, attn_mask=mask, scale=scale).nan_to_num()
    ours = weights_if(attention, WhatIf(temperature, scaled, masked))
    np.testing.assert_allclose(ours, theirs, atol=1e-6)


def test_softmax_over_the_queries_sums_down_the_columns(attention):
    wrong = weights_if(attention, WhatIf(axis="queries", masked=False))
    np.testing.assert_allclose(wrong.sum(-2), 1)
    assert np.abs(wrong.sum(-1) - 1).max() > 0.1


def test_temperature_from_weights_alone_is_exact(attention):
    bare = Attention(attention.kind, attention.weights, attention.allowed)
    for temperature in (0.2, 5.0):
        what_if = WhatIf(temperature)
        np.testing.assert_allclose(
            weights_if(bare, what_if), weights_if(attention, what_if), atol=1e-9
        )


def test_the_sentences_say_what_changed(attention):
    at, names = (0, slice(0, 1)), list("abcdef")

    def say(what_if: WhatIf) -> str:
        return describe_change(attention, weights_if(attention, what_if), what_if, names, at)

    assert "goes to keys that the mask would block" in say(WhatIf(masked=False))
    assert "The rows no longer sum to 1: '" in say(WhatIf(axis="queries"))
    assert "The output changes by" in say(WhatIf(scaled=False))
    right = describe_change(attention, attention.weights, WhatIf(), names, at)
    assert "changes by 0%" in right and "mask" not in right


@pytest.mark.parametrize("bad", [{"temperature": 0}, {"temperature": -1}, {"axis": "heads"}])
def test_impossible_what_if_raises(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        WhatIf(**bad)
