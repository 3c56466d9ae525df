"""The probe: run the learner's object on each trial and write down what happened."""

from __future__ import annotations

import copy
import io
import linecache
import random
import traceback
from collections.abc import Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from .exercise import Exercise, Trial
from .guard import no_trace
from .inputs import Inputs
from .learner_line import LONGEST
from .observation import Observation, Observed, Raised, plain

PACKAGE = str(Path(__file__).resolve().parent.parent)
LIBRARIES = ("site-packages", "dist-packages", "<__array_function__", "<string>")
PRINTED_LIMIT = 600


def observe(exercise: Exercise, answer: Any, seed: int = 0) -> Observation:
    """Run every trial of ``exercise`` on ``answer``; nothing in the process is left changed."""
    seen: dict[str, Observed] = {}
    with no_trace():
        for trial in exercise.trials(Inputs(seed)):
            seen[trial.name] = run_trial(trial, answer)
    return Observation(exercise.id, seed, seen)


def run_trial(trial: Trial, answer: Any) -> Observed:
    """Run one trial on copies of its arguments."""
    args, kwargs = copy.deepcopy((trial.args, dict(trial.kwargs)))
    random.seed(0)
    torch.default_generator.manual_seed(0)  # torch.manual_seed also looks for a GPU: 0.5 ms a call
    printed = io.StringIO()
    devices: set[str] = set()
    value = raised = None
    try:
        with redirect_stdout(printed):
            value = plain(trial.probe(answer, *args, **kwargs), devices)
    except (Exception, SystemExit) as error:
        raised = _describe(error)
    changed = tuple(
        name for name, before, after in _named(trial, args, kwargs) if not _same(before, after)
    )
    text = printed.getvalue()
    if len(text) > PRINTED_LIMIT:
        text = text[:PRINTED_LIMIT] + " ..."
    return Observed(value, raised, changed, tuple(sorted(devices)), text)


def _named(trial: Trial, args: tuple, kwargs: Mapping) -> list[tuple[str, Any, Any]]:
    pairs = [
        (f"argument {i + 1}", a, b) for i, (a, b) in enumerate(zip(trial.args, args, strict=True))
    ]
    return pairs + [(name, trial.kwargs[name], kwargs[name]) for name in kwargs]


def _same(before: Any, after: Any) -> bool:
    if isinstance(before, Tensor):
        if before.shape != after.shape or before.dtype != after.dtype:
            return False
        return torch.equal(before.nan_to_num(), after.nan_to_num())
    if isinstance(before, nn.Module):
        old, new = before.state_dict(), after.state_dict()
        return before.training == after.training and all(_same(old[k], new[k]) for k in old)
    if isinstance(before, (list, tuple)):
        return len(before) == len(after) and all(map(_same, before, after))
    if isinstance(before, dict):
        return before.keys() == after.keys() and all(_same(before[k], after[k]) for k in before)
    if isinstance(before, (bool, int, float, str, type(None))):
        return before == after
    return True


def _describe(error: BaseException) -> Raised:
    """Name, message, and the deepest line that the learner wrote."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith(PACKAGE)
        and not any(p in frame.filename for p in LIBRARIES)
        and "/lib/python3" not in frame.filename
    ]
    name, message = type(error).__name__, str(error)[:2000]
    if not frames:
        return Raised(name, message)
    last = frames[-1]
    return Raised(name, message, (last.line or "").strip(), last.lineno or 0, _part(last))


def _part(frame: traceback.FrameSummary) -> str:
    """The text that Python stopped in: of `q @ k / q.size[0]` perhaps only `q.size[0]`."""
    if None in (frame.lineno, frame.end_lineno, frame.colno, frame.end_colno):
        return ""
    numbers = range(frame.lineno, frame.end_lineno + 1)  # type: ignore[arg-type, operator]
    lines = [linecache.getline(frame.filename, n).encode() for n in numbers]
    lines[-1] = lines[-1][: frame.end_colno]  # columns count bytes
    lines[0] = lines[0][frame.colno :]
    return b"".join(lines).decode(errors="replace")[:LONGEST]
