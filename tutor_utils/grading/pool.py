"""Mark many submissions beside each other, on the CPUs of this machine."""

from __future__ import annotations

import ctypes
import gc
import signal
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context

from .attempt import SANDBOX
from .marking import could_not_mark, mark
from .marks import Marked, Settings
from .sandbox import ForkServer
from .submission import Submission

MOST_BREAKS = 2  # of a pool; then each submission gets a pool of its own, and the culprit is seen

MANY = 10  # submissions

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
    return lambda most: _Processes(min(jobs, most), many=most > MANY)


def mark_all(tasks: Sequence[Task], make_executor: MakeExecutor) -> Generator[Marked, None, None]:
    """Mark every task; yield each result as it is known. A worker that dies takes none with it.

    Where the caller stops early (Ctrl-C, ``close``), the workers end at once. Without this they
    would finish what they have, and that may be two submissions with endless loops.
    """
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
            if left and isinstance(executor, _Processes):
                executor.kill_workers()  # the pool then ends what is open; it stumbles over what
            else:  # is cancelled (Python 3.11), and the command would never end
                for future in futures:
                    future.cancel()
            executor.shutdown(wait=not left)
        breaks += broken


class _Processes(ProcessPoolExecutor):
    """A pool of processes that can be ended at once; their runs share one fork server."""

    def __init__(self, workers: int, many: bool = False) -> None:
        self._runs = ForkServer(many)
        super().__init__(
            workers,
            # What the command has loaded is loaded for them too, and a child of the command ends
            # with it: a child of multiprocessing's own fork server would not.
            get_context("fork"),
            initializer=_prepare_worker,
            initargs=(self._runs.address,),
        )

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        super().shutdown(wait, cancel_futures=cancel_futures)
        self._runs.close()

    def kill_workers(self) -> None:  # of the base class from Python 3.14 on
        for process in list((self._processes or {}).values()):
            process.kill()


def _prepare_worker(address: str) -> None:
    SANDBOX.address = address
    gc.freeze()  # what is loaded by now stays: nobody need look through it for what is unused
    gc.set_threshold(20_000, 50, 50)  # trials and truths come in thousands, hardly any in a circle
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the command, which ends this
    # Where the command is killed, its workers would wait for work for ever.
    ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG
