"""Handwritten digits: a fixed copy, so that no network and no further package is needed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor

FILE = Path(__file__).with_name("digits.csv.gz")
SIDE = 8
DARKEST = 16  # what a pixel counts at most


def digits() -> tuple[Tensor, Tensor]:
    """1,797 digits by 13 people (its licence and source: ``digits.LICENSE.txt``).

    Returns:
        pictures (1797, 8, 8) float32 from 0 (paper) to 1 (ink), and the digits, (1797,) long.
    """
    table = torch.from_numpy(np.loadtxt(FILE, delimiter=",", dtype=np.int64))  # (1797, 65)
    return table[:, :-1].view(-1, SIDE, SIDE) / DARKEST, table[:, -1]
