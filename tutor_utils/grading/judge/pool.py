"""Mark many submissions beside each other, on the CPUs of this machine or of a cluster."""

from __future__ import annotations

import ctypes
import gc
import re
import signal
import sys
from collections import Counter, deque
from collections.abc import Generator, Sequence
from concurrent.futures import Executor, as_completed
from contextlib import suppress
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from ..intake.submission import BadInput, Submission
from ..run.sandbox import ForkServer
from ..run.walls import HOW_TO, NoSandbox
from .examiner import SANDBOX
from .mark_submission import could_not_mark, mark
from .marks import Mark, Result, Settings

MOST_DEATHS = 2  # of the workers that marked one submission; then it is named
ENDED = "The worker that marked it ended each time."


# the arguments of ``mark_submission.mark``, which says what they mean
Task = tuple[Submission, Settings, tuple[str, ...], tuple[Mark, ...]]


def mark_all(tasks: Sequence[Task], jobs: int) -> Generator[Result, None, None]:
    """Mark every task, ``jobs`` at a time; yield each result as it is known.

    A worker that dies takes no other submission with it. Where the caller stops early (Ctrl-C,
    ``close``), the workers end at once; else they would finish what they have, and that may be
    submissions with endless loops.

    Each worker has a pipe of its own, and its write end nobody else: a worker that dies is seen
    there, even in the middle of a result. An executor's queues are shared, and a thread writes to
    them; before Python 3.11.5 that thread waits for ever where all workers were killed.
    """
    if not tasks:
        return
    waiting, deaths = deque(range(len(tasks))), Counter[int]()
    runs = ForkServer()
    workers: dict[Connection, tuple[BaseProcess, int]] = {}  # and the number of its task
    try:
        while waiting or workers:
            while waiting and len(workers) < jobs:
                number = waiting.popleft()
                process, pipe = _started(tasks, number, runs)
                workers[pipe] = process, number
            ready = connection.wait(list(workers))
            for pipe in [pipe for pipe in workers if pipe in ready]:
                process, number = workers.pop(pipe)
                try:
                    result = pipe.recv()
                except (EOFError, OSError):
                    _end(process)
                    deaths[number] += 1
                    if deaths[number] < MOST_DEATHS:
                        waiting.append(number)
                        continue
                    result = could_not_mark(tasks[number][0], ENDED)
                else:
                    if waiting:
                        workers[pipe] = process, waiting.popleft()
                        with suppress(OSError):  # it has just died: the next look sees that
                            pipe.send(workers[pipe][1])
                    else:
                        _end(process)
                yield result
    finally:
        for process, _ in workers.values():
            _end(process)
        runs.close()


def _end(process: BaseProcess) -> None:
    process.kill()
    process.join()


def _started(
    tasks: Sequence[Task], number: int, runs: ForkServer
) -> tuple[BaseProcess, Connection]:
    """A worker that marks the task of this number, then those that it is sent; and its pipe."""
    if sys.platform != "linux":
        raise NoSandbox(HOW_TO)
    pipe, inside = get_context("fork").Pipe()
    # What the command has loaded, and the tasks, are there in a fork; and a child of the command
    # ends with it: a child of multiprocessing's own fork server would not.
    process = get_context("fork").Process(target=_work, args=(tasks, number, inside, runs))
    process.daemon = True
    process.start()
    inside.close()
    return process, pipe


def _work(tasks: Sequence[Task], number: int, pipe: Connection, runs: ForkServer) -> None:
    """Be a worker: mark a task, send its result, wait for the number of the next."""
    if sys.platform != "linux":
        raise NoSandbox(HOW_TO)
    SANDBOX.close()  # that of the process that this is a fork of
    SANDBOX.server = runs
    gc.freeze()  # what is loaded by now stays: nobody need look through it for what is unused
    gc.set_threshold(20_000, 50, 50)  # trials and truths come in thousands, hardly any in a circle
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the command, which ends this
    # Where the command is killed, its workers would wait for work for ever.
    ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG
    while True:
        try:
            result = mark(*tasks[number])
        except Exception as error:
            trouble = f"Marking failed: {type(error).__name__}: {error}"
            result = could_not_mark(tasks[number][0], trouble)
        pipe.send(result)
        number = pipe.recv()


def on_a_cluster(address: str) -> Executor:
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
        client = Client(address, timeout=120)
    except (OSError, ValueError, TimeoutError) as error:
        raise BadInput(f"--scheduler={address!r} does not answer: {error}") from None
    threads = {w["nthreads"] for w in client.scheduler_info(n_workers=-1)["workers"].values()}
    if threads != {1}:
        client.close()
        raise BadInput(
            f"--scheduler={address!r} has workers with {sorted(threads) or 'no'} threads: start "
            "them with --nthreads 1, each marks one submission at a time."
        )
    executor: Executor = client.get_executor(pure=False)
    return executor


def mark_on(executor: Executor, tasks: Sequence[Task]) -> Generator[Result, None, None]:
    """Mark every task with an executor; yield each result as it is known."""
    futures = {executor.submit(mark, *task): task for task in tasks}
    try:
        for future in as_completed(futures):
            try:
                result = future.result()
            except Exception as error:
                trouble = f"Marking failed: {type(error).__name__}: {error}"
                if type(error).__name__ == "KilledWorker":  # the cluster has tried it again
                    trouble = ENDED
                result = could_not_mark(futures[future][0], trouble)
            yield result
    finally:
        for future in futures:
            future.cancel()
        executor.shutdown(wait=False)
