"""Mark many submissions beside each other, on the CPUs of this machine or of a cluster."""

from __future__ import annotations

import ctypes
import gc
import re
import signal
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context

from .attempt import SANDBOX
from .marking import could_not_mark, mark
from .marks import Marked, Settings
from .sandbox import ForkServer
from .submission import BadInput, Submission

MOST_BREAKS = 2  # of a pool; then each submission gets a pool of its own, and the culprit is seen

MANY = 10  # submissions
ENDED = "The worker that marked it ended each time."

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


def on_a_cluster(address: str) -> MakeExecutor:
    """The workers of a ``dask.distributed`` cluster that runs already.

    Each needs this same course and its packages, bubblewrap, and one thread (``--nthreads 1``).
    What travels holds the class's secret, so it must be encrypted but on this machine.

    Raises:
        BadInput: the package is not installed, nobody answers, or the cluster is none of these.
    """
    try:
        from distributed import Client  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        raise BadInput(
            f"--scheduler={address!r} needs a package: python3 -m tutor_utils run pip install "
            "distributed"
        ) from None
    if not re.match(r"tls://|(?:tcp://)?(?:127\.0\.0\.1|localhost|\[::1\]):", address):
        raise BadInput(
            f"--scheduler={address!r} must begin with tls://: the class's secret travels there. "
            "Certificates are named in Dask's settings, under distributed.comm.tls."
        )
    try:
        client = Client(address, timeout=30)
    except (OSError, ValueError, TimeoutError) as error:
        raise BadInput(f"--scheduler={address!r} does not answer: {error}") from None
    threads = {w["nthreads"] for w in client.scheduler_info(n_workers=-1)["workers"].values()}
    if threads != {1}:
        client.close()
        raise BadInput(
            f"--scheduler={address!r} has workers with {sorted(threads) or 'no'} threads: start "
            "them with --nthreads 1, each marks one submission at a time."
        )
    return lambda most: client.get_executor(pure=False)


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
                except Exception as error:
                    trouble = f"Marking failed: {type(error).__name__}: {error}"
                    if isinstance(error, BrokenExecutor):
                        broken = True
                        if breaks <= MOST_BREAKS:
                            continue
                        trouble = ENDED
                    elif type(error).__name__ == "KilledWorker":  # a cluster has tried it again
                        trouble = ENDED
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
