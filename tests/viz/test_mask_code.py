"""The code that is shown builds the mask that was painted."""

import numpy as np
import pytest
import torch

from tutor_utils.viz.mask_code import mask_code


def patterns(length: int) -> dict[str, np.ndarray]:
    past, pads = np.tri(length, dtype=bool), np.arange(length) >= length - 2
    return {
        "open": np.ones((length, length), bool),
        "pads": np.broadcast_to(~pads, (length, length)),
        "inverted": np.broadcast_to(pads, (length, length)),
        "causal": past,
        "both": past & ~pads,
        "strict": np.tri(length, k=-1, dtype=bool),
        "future": past.T,
        "window": past & np.tri(length, k=1, dtype=bool).T,
        "queries": np.broadcast_to(~pads[:, None], (length, length)),
        "a key": np.broadcast_to(np.arange(length) != 0, (length, length)),
        "a query": np.broadcast_to((np.arange(length) != 1)[:, None], (length, length)),
        "none": np.zeros((length, length), bool),
        "own": np.random.default_rng(0).random((length, length)) > 0.5,
    }


@pytest.mark.parametrize("name", patterns(6))
@pytest.mark.parametrize("length", [3, 6, 16])
def test_the_code_builds_the_painted_mask(name, length):
    painted = patterns(length)[name]
    pads = np.arange(length) >= length - 2
    found = mask_code(painted, pads, [f"q{i}" for i in range(length)])
    names = {"torch": torch, "ids": torch.tensor([[0 if pad else 5 for pad in pads]]), "pad_id": 0}
    exec(found.code, names)
    built = torch.ones(1, 1, 1, 1).bool() if names["mask"] is None else names["mask"]
    assert tuple(built.shape) == found.shape
    assert (built.expand(1, 1, length, length)[0, 0].numpy() == painted).all()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("queries", "wrong axis"),
        ("inverted", "inverted"),
        ("strict", "The query 'a' (row 0) has no open key"),
        ("future", "use tril"),
        ("window", "sliding window"),
    ],
)
def test_the_painter_names_known_mistakes(name, message):
    assert message in mask_code(patterns(6)[name], np.arange(6) >= 4, list("abcdef")).words
