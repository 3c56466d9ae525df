"""Limit PyTorch's threads to the CPUs that this process may use.

In a container (Binder, Docker, a cluster) PyTorch counts the CPUs of the whole machine and starts
that many threads. They then wait for each other on the one or two CPUs of the container's share,
and training takes ten times as long.
"""

from __future__ import annotations

import math
import os
from pathlib import Path

import torch

CGROUP = Path("/sys/fs/cgroup")


def share() -> int | None:
    """How many CPUs the container may use, rounded up; None if no limit is set."""
    told = [os.environ.get("CPU_LIMIT", "")]  # JupyterHub, hence Binder
    try:
        quota, period = (CGROUP / "cpu.max").read_text().split()  # cgroup 2; "max" is no limit
        told.append("" if quota == "max" else str(int(quota) / int(period)))
    except (OSError, ValueError):
        pass
    limits = []
    for text in told:
        try:
            limits.append(float(text))
        except ValueError:
            continue
    limits = [limit for limit in limits if limit > 0]
    return math.ceil(min(limits)) if limits else None


def keep_to_share() -> None:
    """Lower PyTorch's number of threads to that share; never raise it."""
    limit = share()
    if limit is not None and limit < torch.get_num_threads():
        torch.set_num_threads(limit)
