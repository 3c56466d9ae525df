"""Names of files."""

from __future__ import annotations

from pathlib import Path


def free_name(path: Path, mark: str = ".") -> Path:
    """The first name beside ``path`` that is not taken: ``map.1.png``, ``map.2.png``, ..."""
    number = 1
    while (free := path.with_name(f"{path.stem}{mark}{number}{path.suffix}")).exists():
        number += 1
    return free
