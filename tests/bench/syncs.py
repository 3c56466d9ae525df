"""Find host-device syncs: places where Python waits for the GPU and slows training."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import torch
from torch.profiler import ProfilerActivity, profile

# Each brings a value to Python, so on a GPU Python would wait there for all that came before.
_SYNCING = ("aten::item", "aten::_local_scalar_dense", "aten::nonzero", "aten::is_nonzero")


def host_device_syncs(step: Callable[[], object]) -> dict[str, int]:
    """How often one call of ``step`` waits for the device, by place; empty if never.

    With CUDA the keys are the places in the code (``file.py:line``), as PyTorch reports them
    (``torch.cuda.set_sync_debug_mode``). Elsewhere they are the operations that would wait on a
    GPU. Adam is left out there: on a CPU it reads its own step counts.
    """
    return _on_cuda(step) if torch.cuda.is_available() else _on_cpu(step)


def _on_cuda(step: Callable[[], object]) -> dict[str, int]:
    before = torch.cuda.get_sync_debug_mode()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        torch.cuda.set_sync_debug_mode("warn")
        try:
            step()
        finally:
            torch.cuda.set_sync_debug_mode(before)
    places = (f"{Path(w.filename).name}:{w.lineno}" for w in caught if _is_sync(w))
    return dict(Counter(places))


def _is_sync(warning: warnings.WarningMessage) -> bool:
    return "called a synchronizing" in str(warning.message)


def _on_cpu(step: Callable[[], object]) -> dict[str, int]:
    with profile(activities=[ProfilerActivity.CPU]) as profiled:
        step()
    events = profiled.events() or []
    optimizer = [e.time_range for e in events if e.name.startswith("Optimizer.step")]
    found = Counter(
        e.name
        for e in events
        if e.name in _SYNCING
        and not any(span.start <= e.time_range.start <= span.end for span in optimizer)
    )
    if "aten::item" in found:  # it contains the other one: count each sync once
        del found["aten::_local_scalar_dense"]
    return dict(found)
