"""Say which PyTorch is tested, and fail where it is another than the workflow names."""

import sys

import torch
from packaging.version import Version

from tutor_utils.cli import environment


def is_the(wanted: str, version: str, locked: str) -> bool:
    """Whether a version is the ``oldest``, the ``locked``, the ``newest`` or a ``nightly`` one."""
    found = Version(version)
    return {
        "oldest": found.release[:2] == (2, 11),
        "locked": found.public == locked,
        "newest": found >= Version(locked) and not found.is_prerelease,
        "nightly": found.is_devrelease,
    }[wanted]


if __name__ == "__main__":
    print(f"PyTorch {torch.__version__}; wanted: {sys.argv[1]}")
    sys.exit(not is_the(sys.argv[1], torch.__version__, environment.pinned_torch()))
