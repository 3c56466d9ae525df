"""Files: the course's own, those written in one step, and names that are still free."""

from __future__ import annotations

import os
import sysconfig
from contextlib import suppress
from pathlib import Path


class Malformed(ValueError):
    """A file of the course is not as it should be. Says which, and what to do.

    Prints its message alone, without Python frames.
    """

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


def course_folder() -> Path:
    """The folder that holds ``notebooks`` and ``solutions``.

    It is the one around this package, or that of the data which an installed wheel brought.
    """
    around = Path(__file__).resolve().parents[1]
    brought = Path(sysconfig.get_path("data"), "share", "transformer-course")
    return around if (around / "solutions").is_dir() or not brought.is_dir() else brought


def write(path: Path, content: str | bytes, *, durable: bool = False) -> None:
    """Write a file in one step: an interrupted write leaves the old file whole.

    Text is written as UTF-8 with ``\\n``. Folders that are missing are made.

    Args:
        durable: Wait until the content is on the disk, so that a full disk is noticed here.

    Raises:
        OSError: it cannot be written; what was there before is still there.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        draft.replace(path)
    finally:
        with suppress(OSError):  # the first error is the one to tell
            draft.unlink(missing_ok=True)


def free_name(path: Path, mark: str = ".") -> Path:
    """The first name beside ``path`` that is not taken: ``map.1.png``, ``map.2.png``, ..."""
    number = 1
    while (free := path.with_name(f"{path.stem}{mark}{number}{path.suffix}")).exists():
        number += 1
    return free
