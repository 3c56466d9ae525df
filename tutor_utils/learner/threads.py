"""Limit PyTorch's threads to the CPUs that this process may use.

In a container (Binder, Docker, a cluster) PyTorch counts the CPUs of the whole machine and starts
that many threads. They then wait for each other on the one or two CPUs that the container may use,
and training takes ten times as long.
"""

from __future__ import annotations

import math
import os
from contextlib import suppress
from pathlib import Path

import torch

CGROUP = Path("/sys/fs/cgroup")


def share() -> int | None:
    """How many CPUs the container may use, rounded up; None if no limit is set."""
    limits = []
    with suppress(ValueError):
        limits.append(float(os.environ.get("CPU_LIMIT", "")))  # JupyterHub, hence Binder
    with suppress(OSError, ValueError):  # cgroup 2; "max" is no limit
        quota, period = map(int, (CGROUP / "cpu.max").read_text().split())
        limits.append(quota / period)
    return max(math.ceil(min(limits)), 1) if limits else None


def keep_to_share() -> None:
    """Lower PyTorch's number of threads to that share; never raise it."""
    limit = share()
    if limit is not None and limit < torch.get_num_threads():
        torch.set_num_threads(limit)
