"""Which build of PyTorch fits this machine: the CPU's, or one of the CUDA builds."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from .environment import output_of

INDEX = "https://download.pytorch.org/whl"
# Oldest driver -> PyTorch's build for it, newest first (NVIDIA's table of CUDA and drivers).
CUDA = {580: "cu130", 528: "cu126"}
NEEDS_CUDA_12 = 7.5  # below this compute capability CUDA 13 has no code for the card


@dataclass(frozen=True)
class Gpu:
    """An NVIDIA card that its driver answers for."""

    name: str
    driver: int
    capability: float


def find() -> Gpu | None:
    """The first NVIDIA card, or None: no card, no driver, or a driver that does not answer."""
    query = "--query-gpu=driver_version,compute_cap,name"
    lines = (output_of(["nvidia-smi", query, "--format=csv,noheader"], 60) or "").splitlines()
    try:
        driver, capability, name = lines[0].split(",", 2)
        return Gpu(name.strip(), int(driver.split(".")[0]), float(capability))
    except (ValueError, IndexError):
        return None


def build_for(gpu: Gpu | None) -> str:
    """``cpu``, ``cu126``, ...: the newest build that the driver and the card can run."""
    if gpu is None or sys.platform == "darwin":
        return "cpu"
    fitting = [name for oldest, name in CUDA.items() if gpu.driver >= oldest]
    if gpu.capability < NEEDS_CUDA_12:
        fitting = [name for name in fitting if name.startswith("cu12")]
    return fitting[0] if fitting else "cpu"


def on_pypi(build: str) -> bool:
    """Whether PyPI's wheel for this system is that build, so that the lock's hashes cover it."""
    if sys.platform.startswith("linux"):
        return build == next(iter(CUDA.values()))
    return build == "cpu"
