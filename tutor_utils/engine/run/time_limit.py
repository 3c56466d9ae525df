"""End code that takes too long."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ..observation import OutOfTime


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """End the body after some seconds of CPU time.

    A body that waits ends after six times as many seconds by the clock; not sooner, since other
    processes may use the CPU. Only the main thread can be interrupted, so elsewhere there is no
    limit. A single call into PyTorch finishes first. An outer limit that ends sooner stays in
    force.

    Raises:
        OutOfTime: the body had not ended. Raised again after each further second, for code that
            catches everything.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: Any) -> None:
        worked, waited = time.process_time() - begun, time.monotonic() - start
        if worked < 0.9 * seconds and waited < 6 * seconds:
            return  # the timer fires again after a second
        raise OutOfTime(f"no end after {seconds:g} seconds")

    start, begun = time.monotonic(), time.process_time()
    if sys.platform == "win32" or not hasattr(signal, "setitimer"):
        with _rung_by_a_thread(seconds, ring):
            yield
        return
    outer, interval = signal.getitimer(signal.ITIMER_REAL)
    if 0 < outer < seconds:
        yield
        return
    handler = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL if handler is None else handler)
        if outer:
            left = outer - (time.monotonic() - start)
            signal.setitimer(signal.ITIMER_REAL, max(left, 0.001), interval)


@contextmanager
def _rung_by_a_thread(seconds: float, ring: Callable[..., None]) -> Iterator[None]:
    """Windows has no timer that interrupts: a thread raises the signal of Ctrl-C instead."""
    done, due = threading.Event(), threading.Event()

    def wait() -> None:
        pause = seconds
        while not done.wait(pause):
            due.set()
            _thread.interrupt_main()
            pause = 1

    def interrupted(*event: Any) -> None:
        if due.is_set():
            due.clear()
            ring()
        elif callable(before):  # the learner's Ctrl-C, or a limit around this one
            before(*event)

    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, interrupted)
    threading.Thread(target=wait, daemon=True).start()
    try:
        yield
    finally:
        done.set()
        signal.signal(signal.SIGINT, before)
