"""``set_seed`` seeds everything that a notebook draws from."""

import random

import numpy
import torch

from tutor_utils import set_seed


def test_every_generator_is_seeded():
    draws = []
    for seed in (3, 3, 4):
        assert set_seed(seed) is None
        draws.append((random.random(), torch.rand(2).tolist(), numpy.random.rand(2).tolist()))
    same, again, other = draws
    assert same == again
    assert all(a != b for a, b in zip(same, other, strict=True))
