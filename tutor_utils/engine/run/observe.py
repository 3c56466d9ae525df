"""Run the learner's object on each trial and record the outcome."""

from __future__ import annotations

import copy
import io
import time
from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout
from typing import Any

from ... import noted
from ..exercise import Exercise, Trial
from ..inputs import Inputs
from ..observation import Observation, Observed, Raised, plain
from .guard import SEED, State, no_trace, seed, seed_was_set
from .raised import describe, printable
from .time_limit import time_limit
from .watch import Watch, changed_from

PRINTED_LIMIT = 600
TRIAL_SECONDS = 20.0  # about 1000 times the slowest trial
NOT_RUN = Observed(raised=Raised("NotRun", "an earlier call ran out of time"))


def observe(
    exercise: Exercise, answer: Any, seed: int = 0, *, remarks: bool = False
) -> Observation:
    """Run every trial of ``exercise`` on ``answer``; the process is restored afterwards.

    Args:
        exercise: Gives the trials.
        answer: The learner's object.
        seed: Draws the inputs.
        remarks: Whether to run the trials of remarks, too.

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
    late = False
    with noted.one_run():
        for trial in trials:
            seen[trial.name] = NOT_RUN if late else run_trial(trial, answer)
            raised = seen[trial.name].raised
            late = late or (raised is not None and raised.out_of_time)
    return seen


def run_trial(trial: Trial, answer: Any) -> Observed:
    """Run one trial on copies of its arguments, for ``TRIAL_SECONDS`` at most (``time_limit``).

    Raises:
        KeyboardInterrupt: the learner pressed stop. Any other error becomes part of the result.
    """
    state = State()
    args, kwargs = copy.deepcopy((trial.args, trial.kwargs))
    seed(0, anew=True)
    noted.begin(trial.name)
    start = time.process_time()
    printed = io.StringIO()
    devices: set[str] = set()
    value = error = None
    returned = ""
    watch = Watch()
    left: tuple[str, ...] = ()
    with redirect_stdout(printed):
        try:
            with time_limit(TRIAL_SECONDS):
                try:
                    with watch.on(answer) as watched:
                        given = trial.probe(watched, *args, **kwargs)
                finally:
                    left = state.put_back() + ((SEED,) if seed_was_set() else ())
                value = trial.counted(plain(given, devices), noted.so_far())
                returned = watch.returned
        except KeyboardInterrupt:
            raise
        except BaseException as caught:
            error = caught
    seconds = time.process_time() - start
    watched_changes = (
        () if left else tuple(watch.changed)
    )  # what is left behind may deceive the watch
    changed = watched_changes or tuple(
        name for name, before, after in _named(trial, args, kwargs) if changed_from(before, after)
    )
    text = printed.getvalue()
    if len(text) > PRINTED_LIMIT:
        text = text[:PRINTED_LIMIT] + " ..."
    raised = describe(error, wanted=trial.refuses is not None) if error else None
    error = None  # breaks a reference cycle through the traceback
    elsewhere = tuple(sorted(devices))
    printed_text = printable(text)
    return Observed(
        value, raised, changed, elsewhere, printed_text, left, printable(returned), seconds
    )


def _named(
    trial: Trial, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> list[tuple[str, Any, Any]]:
    pairs = [
        (f"argument {i + 1}", a, b) for i, (a, b) in enumerate(zip(trial.args, args, strict=True))
    ]
    return pairs + [(name, trial.kwargs[name], kwargs[name]) for name in kwargs]
