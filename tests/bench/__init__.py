"""``python3 -m tutor_utils bench``: how fast everything is, part by part.

Without arguments all parts run, some minutes in all. With --device cuda: the table of notebook 07.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Callable

PARTS = ("models", "tasks", "checks", "notebooks")


def main(argv: list[str]) -> int:
    """Print the parts that were asked for. Exit code 1 if one of them misses its target."""
    parser = argparse.ArgumentParser(prog="python3 -m tutor_utils bench", description=__doc__)
    parser.add_argument(
        "--only", nargs="+", choices=PARTS, metavar="PART", help=f"some of: {', '.join(PARTS)}"
    )
    parser.add_argument("--runs", type=int, default=7, help="runs of each measurement (7)")
    parser.add_argument("--threads", type=int, default=1, help="PyTorch's CPU threads (1)")
    parser.add_argument(
        "--device", metavar="NAME", help="print the table of training speeds: cuda, mps or cpu"
    )
    parser.add_argument("--sizes", nargs="+", choices=("toy", "base"), help="with --device")
    options = parser.parse_args(argv)
    for name in ("runs", "threads"):
        if getattr(options, name) < 1:
            parser.error(f"--{name}={getattr(options, name)} must be at least 1")

    import torch

    torch.set_num_threads(options.threads)
    if options.device is not None:
        from . import device

        try:
            return device.main(options.device, options.runs, options.sizes)
        except ValueError as error:  # there is no such device here
            parser.error(str(error))
    print(f"PyTorch {torch.__version__}, {platform.machine()}, {options.threads} CPU thread(s)")
    # One thread: at this size, threads spend more time on waiting than on computing.
    return max(part(options.runs) for part in _parts(options.only or PARTS))


def _parts(names: list[str] | tuple[str, ...]) -> list[Callable[[int], int]]:
    from . import checks, learning, models, notebooks

    known = {
        "models": models.main,
        "tasks": learning.main,
        "checks": checks.main,
        "notebooks": notebooks.main,
    }
    return [known[name] for name in PARTS if name in names]
