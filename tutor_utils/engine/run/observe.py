"""Run the learner's object on each trial and record what happened."""

from __future__ import annotations

import copy
import io
import linecache
import sys
import time
import traceback
from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from types import FrameType
from typing import Any

import torch
from torch import Tensor, nn

from ..exercise import Exercise, Trial
from ..inputs import Inputs
from ..observation import Observation, Observed, Raised, Witness, plain
from ..one_run import one_run
from ..seeds import seed, seeds_set
from . import witness
from .guard import State, no_trace, time_limit
from .learner_line import LONGEST
from .watch import Watch

PACKAGE = str(Path(__file__).resolve().parents[2])
LIBRARIES = ("site-packages", "dist-packages", "<__array_function__", "<string>", "<the course's")
PRINTED_LIMIT = 600
MOST_FRAMES = 8  # in which the cause of an error is looked for
TRIAL_SECONDS = 20.0  # a thousand times what the slowest trial takes
NOT_RUN = Observed(raised=Raised("NotRun", "an earlier call ran out of time"))


def observe(
    exercise: Exercise, answer: Any, seed: int = 0, *, remarks: bool = False
) -> Observation:
    """Run every trial of ``exercise`` on ``answer``; nothing in the process is left changed.

    Args:
        exercise: What to try.
        answer: The learner's object.
        seed: Draws the inputs.
        remarks: Also the trials that decide nothing.

    Raises:
        KeyboardInterrupt: the learner pressed stop.
    """
    with no_trace():
        every = exercise.trials(Inputs(seed))
        wanted = [t for t in every if remarks or t.criterion not in exercise.remarks]
        return Observation(exercise.id, seed, run_trials(wanted, answer))


def run_trials(trials: Iterable[Trial], answer: Any) -> dict[str, Observed]:
    """What was observed in each trial, by name; a timeout ends the run."""
    seen: dict[str, Observed] = {}
    state, late = State(), False
    with one_run():
        for trial in trials:
            seen[trial.name] = NOT_RUN if late else run_trial(trial, answer, state)
            raised = seen[trial.name].raised
            late = late or (raised is not None and raised.out_of_time)
    return seen


def run_trial(trial: Trial, answer: Any, state: State | None = None) -> Observed:
    """Run one trial on copies of its arguments, for ``TRIAL_SECONDS`` at most (``time_limit``).

    Args:
        trial: What to try.
        answer: The learner's object.
        state: How the process stands now; read where None.

    Raises:
        KeyboardInterrupt: the learner pressed stop. All else that the code raises is told.
    """
    state = state or State()
    args, kwargs = copy.deepcopy((trial.args, trial.kwargs))
    seed(0, anew=True)
    start = time.process_time()
    printed = _Printed()
    devices: set[str] = set()
    value = error = None
    returned = ""
    watch = Watch(lambda before, after: not _changed(before, after))
    left: tuple[str, ...] = ()
    with redirect_stdout(printed):
        try:
            with time_limit(TRIAL_SECONDS):
                try:
                    with watch.on(answer) as watched:
                        given = trial.probe(watched, *args, **kwargs)
                finally:
                    left = state.put_back() + seeds_set()
                    if sys.stdout is not printed:
                        left += ("sys.stdout",)
                value = plain(given, devices)
                returned = watch.returned
        except KeyboardInterrupt:
            raise
        except BaseException as caught:
            error = caught
    seconds = time.process_time() - start
    noted = () if left else tuple(watch.changed)  # what is left behind may deceive the watch
    changed = noted or tuple(
        name for name, before, after in _named(trial, args, kwargs) if _changed(before, after)
    )
    text = printed.getvalue()
    if len(text) > PRINTED_LIMIT:
        text = text[:PRINTED_LIMIT] + " ..."
    raised = _describe(error) if error else None
    error = None  # its traceback holds this call and all that the code made: a cycle
    elsewhere = tuple(sorted(devices))
    printed_text = _printable(text)
    return Observed(
        value, raised, changed, elsewhere, printed_text, left, _printable(returned), seconds
    )


class _Printed(io.StringIO):
    """Collects printed text, and stays readable when the code closes its standard output."""

    def close(self) -> None:
        pass


def _printable(text: str) -> str:
    """The text without lone surrogates, which no page can show."""
    return text.encode("utf-8", "backslashreplace").decode()


def _named(
    trial: Trial, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> list[tuple[str, Any, Any]]:
    pairs = [
        (f"argument {i + 1}", a, b) for i, (a, b) in enumerate(zip(trial.args, args, strict=True))
    ]
    return pairs + [(name, trial.kwargs[name], kwargs[name]) for name in kwargs]


def _changed(before: Any, after: Any) -> bool:
    try:
        return not _same(before, after)
    except Exception:  # another kind of object stands there now, perhaps one that fails when asked
        return True


def _same(before: Any, after: Any) -> bool:
    if isinstance(before, Tensor):
        if before.shape != after.shape or before.dtype != after.dtype:
            return False
        return torch.equal(before.nan_to_num(), after.nan_to_num())
    if isinstance(before, torch.Generator):
        return before.initial_seed() == after.initial_seed()  # to draw from it is what it is for
    if isinstance(before, nn.Module):
        old, new = before.state_dict(), after.state_dict()
        return _held(before) == _held(after) and all(_same(old[k], new[k]) for k in old)
    if isinstance(before, (list, tuple)):
        return len(before) == len(after) and all(map(_same, before, after))
    if isinstance(before, dict):
        return before.keys() == after.keys() and all(_same(before[k], after[k]) for k in before)
    if isinstance(before, float) and before != before:
        return after != after  # NaN is not equal to itself, and stays NaN
    if isinstance(before, (bool, int, float, str, type(None))):
        return before == after
    return True


def _held(module: nn.Module) -> list[Any]:
    """A module's mode, the attribute names of its submodules, and which parameters are trained."""
    names = [sorted(vars(part)) for part in module.modules()]
    return [module.training, names, [p.requires_grad for p in module.parameters()]]


def _describe(error: BaseException) -> Raised:
    """The error's type and message, and the deepest line that the learner wrote."""
    try:
        message = str(error)[:2000]
    except Exception as why:
        message = f"(a message that cannot be shown: its __str__ raised {type(why).__name__})"
    trace = error.__traceback__
    frames = [
        (frame, here[0])
        for frame, here in zip(traceback.extract_tb(trace), traceback.walk_tb(trace), strict=False)
        if not frame.filename.startswith(PACKAGE)
        and not any(p in frame.filename for p in LIBRARIES)
        and "/lib/python3" not in frame.filename
    ]
    name, message = type(error).__name__, _printable(message)
    if not frames:
        return Raised(name, message)
    last, inside = frames[-1][0], ""
    if last.filename != frames[0][0].filename:
        inside = last.name
    try:
        seen = _seen(frames, error)
    except Exception:  # an object of the learner's that fails when it is looked at
        seen = Witness()
    return Raised(name, message, last.line or "", last.lineno or 0, _part(last), inside, seen)


def _seen(frames: list[tuple[traceback.FrameSummary, FrameType]], error: BaseException) -> Witness:
    """What the names in the line held, and the innermost call with swapped arguments."""
    parts = [(_part(frame), here) for frame, here in reversed(frames[-MOST_FRAMES:])]
    part, here = parts[0]
    options = [witness.options(*p) for p in parts]
    calls = (
        witness.call(*p) for p, o in zip(parts, options, strict=True) if o or witness.slipped(*p)
    )
    call, callee, takes = next(calls, witness.call(part, here))
    near = witness.near_key(part, here, error)
    handed = next(filter(None, options), "")
    return Witness(witness.holds(part, here), call, callee, takes, handed, near)


def _part(frame: traceback.FrameSummary) -> str:
    """The failing expression, such as ``q.size[0]`` of ``q @ k / q.size[0]``."""
    if None in (frame.lineno, frame.end_lineno, frame.colno, frame.end_colno):
        return ""
    numbers = range(frame.lineno, frame.end_lineno + 1)  # type: ignore[arg-type, operator]
    lines = [linecache.getline(frame.filename, n).encode(errors="replace") for n in numbers]
    lines[-1] = lines[-1][: frame.end_colno]  # columns count bytes
    lines[0] = lines[0][frame.colno :]
    return b"".join(lines).decode(errors="replace")[:LONGEST]
