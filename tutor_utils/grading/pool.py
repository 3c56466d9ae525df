"""Mark many submissions beside each other: on the CPUs of this machine, or on a Dask cluster."""

from __future__ import annotations

import ctypes
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context

from .marking import Marked, Settings, could_not_mark, mark
from .submission import BadInput, Submission

MOST_BREAKS = 2  # of a pool; then each submission gets a pool of its own, and the culprit is seen

MakeExecutor = Callable[[int], Executor]
"""Makes an executor for so many submissions at a time at most."""


@dataclass(frozen=True)
class Task:
    """The arguments of ``marking.mark``, which says what they mean."""

    submission: Submission
    settings: Settings
    only: tuple[str, ...] = ()
    before: Marked | None = None


def on_this_machine(jobs: int) -> MakeExecutor:
    """Pools of ``jobs`` processes, or fewer where there is less to do."""
    return lambda most: ProcessPoolExecutor(
        min(jobs, most), get_context("spawn"), initializer=_end_with_parent
    )


def on_dask(address: str) -> MakeExecutor:
    """Executors on a Dask cluster, each made when it is asked for.

    Raises (when it is asked for):
        BadInput: Dask is not installed, or nothing answers at the address.
    """
    return lambda most: _dask_executor(address)


def mark_all(tasks: Sequence[Task], make_executor: MakeExecutor) -> Iterator[Marked]:
    """Mark every task; yield each result as it is known. A worker that dies takes none with it."""
    left, breaks = list(tasks), 0
    while left:
        batch = left[:1] if breaks > MOST_BREAKS else left
        executor = make_executor(len(batch))
        futures = {
            executor.submit(mark, task.submission, task.settings, task.only, task.before): task
            for task in batch
        }
        broken = False
        try:
            for future in as_completed(futures):
                task = futures[future]
                try:
                    result = future.result()
                except BrokenExecutor:
                    broken = True
                    if breaks <= MOST_BREAKS:
                        continue
                    trouble = "The worker that marked it ended each time."
                    result = could_not_mark(task.submission, trouble)
                except Exception as error:
                    trouble = f"Marking failed: {type(error).__name__}: {error}"
                    result = could_not_mark(task.submission, trouble)
                left.remove(task)
                yield result
        finally:
            for future in futures:
                future.cancel()
            executor.shutdown(wait=not left)
        breaks += broken


def _end_with_parent() -> None:
    """Where the command is killed, its workers would wait for work for ever."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG


def _dask_executor(address: str) -> Executor:
    try:
        from distributed import Client
    except ImportError:
        raise BadInput('--scheduler needs Dask: pip install "dask[distributed]"') from None
    try:
        return Client(address, timeout=5, set_as_default=False).get_executor(retries=3)
    except (OSError, ValueError) as error:
        raise BadInput(f"--scheduler={address!r} does not answer: {error}") from None
