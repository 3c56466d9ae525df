"""Is a mask made where its input is? Tried without a GPU, on PyTorch's device ``meta``."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from ...engine.exercise import Trial


class _Watched(Tensor):
    """A tensor that notes whether anybody asked for its device, or made a new tensor from it."""

    asked = False

    @classmethod
    def __torch_function__(
        cls, func: Any, types: Any, args: tuple = (), kwargs: dict | None = None
    ) -> Any:
        name = getattr(func, "__name__", "")
        asks = getattr(func, "__self__", None) is Tensor.device  # the getter of `ids.device`
        if asks or name.startswith("new_") or name.endswith("_like"):
            _Watched.asked = True
        return super().__torch_function__(func, types, args, kwargs or {})


def device_of_result(answer: Any, *args: Any, **kwargs: Any) -> str:
    """The device of the answer for an input on the device meta.

    That device has shapes and no numbers. Code that reads the numbers one by one cannot run there;
    then it is enough that it asks the input for its device.
    """
    moved = [a.to("meta") if isinstance(a, Tensor) else a for a in args]
    try:
        return str(answer(*moved, **kwargs).device)
    except (RuntimeError, NotImplementedError):
        if not any(isinstance(a, Tensor) for a in args):
            raise
        _Watched.asked = False
        watched = [a.as_subclass(_Watched) if isinstance(a, Tensor) else a for a in args]
        result = answer(*watched, **kwargs)
        return "meta" if _Watched.asked else str(result.device)


def on_meta(name: str, *args: Any, shown: tuple[str, ...], **kwargs: Any) -> Trial:
    """A trial whose result must be on the device meta, as its arguments say."""
    return Trial(
        f"{name} the device meta (it has shapes and no numbers)",
        args,
        kwargs,
        probe=device_of_result,
        truth=lambda *args, **kwargs: "meta",
        criterion="device",
        shown=shown,
    )
