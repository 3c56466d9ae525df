"""Access to the running notebook: its shell, names and cells, and hooks for the course.

Light to import: ``tutor_utils`` calls ``set_up`` before anything else of the course is loaded.
"""

from __future__ import annotations

import inspect
import linecache
import sys
import types
from collections.abc import Mapping
from functools import cache
from typing import Any

_errors: dict[str, str] = {}  # a cell's text -> the error in which its last run ended


def shell() -> Any:
    """The running IPython shell, or None outside a notebook."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython else None


def running_cell() -> str:
    """The id of the running cell; "" if the front end does not send it."""
    kernel = getattr(shell(), "kernel", None)
    message = kernel.get_parent("shell") if kernel else {}
    return str(message.get("metadata", {}).get("cellId", ""))


def draws() -> bool:
    """Whether outputs are shown in a page: a kernel runs, and not IPython in a terminal."""
    return getattr(shell(), "kernel", None) is not None


def namespace(answer: Any = None) -> Mapping[str, Any]:
    """The global names that the learner's code sees."""
    running = shell()
    if running is not None:
        return running.user_ns
    function = _a_function(answer)
    return function.__globals__ if function else vars(sys.modules["__main__"])


def cell_texts(answer: Any = None) -> list[str]:
    """The texts of the cells run so far, oldest first; the cell that defined ``answer`` is last.

    Outside a notebook: the text of the file that defines ``answer``. If there is no history, as
    under nbval, the texts come from ``linecache``, where IPython puts them for tracebacks.
    """
    running = shell()
    texts = [text for text in running.user_ns.get("In", []) if text.strip()] if running else []
    if running and not texts:
        names = [n for n in linecache.cache if "ipykernel" in n and "/site-packages/" not in n]
        texts = ["".join(linecache.getlines(name)) for name in names]
    function = _a_function(answer)
    if function is not None and (running is None or function.__module__ == "__main__"):
        texts.append("".join(linecache.getlines(function.__code__.co_filename)))
    return texts


def _a_function(answer: Any) -> types.FunctionType | None:
    """A function whose code names the file: ``answer`` itself or a method of the class."""
    answer = inspect.unwrap(answer) if callable(answer) else answer
    if isinstance(answer, types.FunctionType):
        return answer
    cls = answer if isinstance(answer, type) else type(answer)
    methods = [m for m in vars(cls).values() if isinstance(m, types.FunctionType)]
    return methods[0] if methods else None


def set_up() -> None:
    """Once per notebook: limit PyTorch's threads and install the course's IPython hooks.

    Outside a notebook it does nothing: no process is changed by an import.
    """
    running = shell()
    if running is not None:
        _set_up(running)


def error_of(cell: str) -> str:
    """The error of the last run of this cell, as ``SyntaxError, line 4``; "" if unknown."""
    return _errors.get(cell.strip(), "")


def _note_error(result: Any) -> None:
    """Called by IPython after each cell: record its error."""
    cell = result.info.raw_cell.strip()
    error = result.error_before_exec or result.error_in_exec
    _errors.pop(cell, None)
    if error is None:
        return
    line = getattr(error, "lineno", None) if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while trace is not None and line is None:
        if trace.tb_frame.f_code.co_name == "<module>":  # a line of the cell itself
            line = trace.tb_lineno
        trace = trace.tb_next
    _errors[cell] = type(error).__name__ + (f", line {line}" if line else "")


@cache
def _set_up(running: Any) -> None:
    from . import threads

    threads.keep_to_share()
    running.set_custom_exc((NameError,), _explain_missing_name)
    running.events.register("post_run_cell", _note_error)


def _explain_missing_name(
    shell: Any, kind: type, error: NameError, trace: Any, tb_offset: Any = None
) -> None:
    """Called by IPython for a NameError: explains the name of an exercise."""
    from .. import exercises

    name = getattr(error, "name", None)
    if name and exercises.known(name):
        lines = [
            f"NameError: there is no `{name}` in this kernel yet.",
            f"Run the cell that defines it, or the one with mine({name!r}), then this cell again.",
        ]
        # IPython prints the result of this method
        error._render_traceback_ = lambda: lines  # type: ignore[attr-defined]
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset)
