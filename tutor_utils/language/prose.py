"""The text that notebook 08 learns from: Python's manual, or a file of the learner's."""

from __future__ import annotations

from pathlib import Path

MANUAL = Path(__file__).with_name("python_manual.txt")
LEAST = 2_000  # characters: of less, a tenth would be only a sentence or two


class NoText(ValueError):
    """A file that is no text to train on. Prints its message alone, without Python frames."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


def python_manual() -> str:
    """About 50,000 characters of Python's own manual, words with one blank between them.

    A fixed copy: otherwise the numbers in notebook 08 would change with Python's version.
    """
    return read(MANUAL)


def read(path: str | Path) -> str:
    """The words of a text file in UTF-8, with one blank between them.

    Raises:
        NoText: the file is not there, is no text, or is too short to learn from.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise NoText(f"path={str(path)!r} cannot be read: {why}.") from None
    try:
        text = " ".join(data.decode("utf-8-sig").split())
    except UnicodeDecodeError as error:
        raise NoText(
            f"path={str(path)!r} is no text in UTF-8: byte {error.start} is "
            f"{data[error.start]:#x}. "
            "Save it as UTF-8 in your editor."
        ) from None
    if len(text) < LEAST:
        raise NoText(
            f"path={str(path)!r} holds {len(text)} characters without white space at its ends; "
            f"the notebook needs at least {LEAST}."
        )
    return text


def split(text: str, held_out: float = 0.1) -> tuple[str, str]:
    """(the text to train on, the share that is held out, from the end), cut between two words.

    Raises:
        ValueError: the share is not between 0 and 1, or a side is empty.
    """
    if not 0 < held_out < 1:
        raise ValueError(f"held_out={held_out} must be above 0 and below 1.")
    cut = text.find(" ", int(len(text) * (1 - held_out)))
    if not text[: max(cut, 0)].strip() or not text[cut:].strip():
        raise ValueError(f"text={text[:40]!r} has no place between two words to cut at.")
    return text[:cut], text[cut + 1 :]
