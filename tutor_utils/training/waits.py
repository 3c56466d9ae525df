"""Where Python waits for the device: the enemy of a fast step on a GPU."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import torch
from torch.profiler import ProfilerActivity, profile, record_function

# Each brings a value to Python, so the device must be done with all that came before.
_ASK = ("aten::item", "aten::_local_scalar_dense", "aten::nonzero", "aten::is_nonzero")
_CUDA = ("cudaStreamSynchronize", "cudaDeviceSynchronize", "cudaEventSynchronize")
_NAME = "the step that is watched"


def waits(step: Callable[[], object]) -> dict[str, int]:
    """How often one call of ``step`` waits for the device, by operation; empty where it never does.

    On a CPU there is nothing to wait for, but the operations that would wait are the same. Only
    Adam differs: on a CPU it reads its own step counts there, so it is left out.
    """
    activities = [ProfilerActivity.CPU]
    if torch.cuda.is_available():
        activities.append(ProfilerActivity.CUDA)
    with profile(activities=activities) as profiled, record_function(_NAME):
        step()
    events = profiled.events()

    def within(part: str) -> set[int]:
        spans = [e.time_range for e in events if e.name.startswith(part)]
        return {
            i
            for i, e in enumerate(events)
            for span in spans
            if span.start <= e.time_range.start <= span.end
        }

    counted = within(_NAME)
    if not torch.cuda.is_available():
        counted -= within("Optimizer.step")
    inside = [events[i].name for i in counted]
    # aten::item contains aten::_local_scalar_dense: count what is asked for once.
    found = Counter(name for name in inside if name in (*_ASK, *_CUDA))
    if "aten::item" in found:
        del found["aten::_local_scalar_dense"]
    return dict(found)
