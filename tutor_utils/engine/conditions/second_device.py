"""Simulate a GPU on the CPU: is each tensor created on the device of the arguments?

The arguments count as being on a GPU. A tensor that code creates without a device is marked as on
the CPU, and so are results computed from it. An operation on a marked and an unmarked tensor raises
PyTorch's own error. As in PyTorch, a scalar may meet any tensor, a tensor may be indexed by one on
the CPU, and `.to(x.device)` moves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from ..run.watch import around_calls

ELSEWHERE = torch.device("meta")  # the device that a marked tensor reports
# Functions that use only a second tensor's shape or dtype, copy between devices, or index.
_MAY_MEET = frozenset(
    {"copy_", "expand_as", "reshape_as", "type_as", "view_as", "__getitem__", "__setitem__"}
)

# Functions that create a tensor on the default device.
_MAKERS = frozenset(
    getattr(torch, name)
    for name in (
        *("arange", "as_tensor", "asarray", "empty", "empty_permuted", "empty_strided", "eye"),
        *("full", "linspace", "logspace", "ones", "rand", "randint", "randn", "randperm", "range"),
        *("scalar_tensor", "tensor", "tril_indices", "triu_indices", "zeros"),
        *("bartlett_window", "blackman_window", "hamming_window", "hann_window", "kaiser_window"),
        *("sparse_bsc_tensor", "sparse_bsr_tensor", "sparse_compressed_tensor"),
        *("sparse_coo_tensor", "sparse_csc_tensor", "sparse_csr_tensor", "empty_quantized"),
    )
    if hasattr(torch, name)
) | {torch.fft.fftfreq, torch.fft.rfftfreq, torch.nested.nested_tensor}


class _OnCPU(Tensor):
    """A tensor that was created without a ``device`` argument."""

    @classmethod
    def __torch_function__(
        cls, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        kwargs = kwargs or {}
        if getattr(func, "__self__", None) is Tensor.device:  # the getter of `x.device`
            return ELSEWHERE
        name = getattr(func, "__name__", "")
        tensors = list(_tensors((*args, *kwargs.values())))
        marked = [t for t in tensors if isinstance(t, cls)]
        with torch._C.DisableTorchFunctionSubclass():
            large = [t for t in marked if t.dim()]
            others = [t for t in tensors if not isinstance(t, cls) and t.dim()]
        if name == "to":
            return _moved(func, args, kwargs)
        owner_marked = isinstance(args[0], cls) if args else False
        if large and others and name not in _MAY_MEET:
            raise RuntimeError(
                "Expected all tensors to be on the same device, but found at least two devices, "
                "cuda:0 and cpu!"
            )
        result = super().__torch_function__(func, types, args, kwargs)
        if name == "type_as" or (others and not (name in _MAY_MEET and owner_marked)):
            return unmarked(result)
        return result


def _moved(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Handle ``x.to(...)``: another tensor's device, a device, or a dtype alone."""
    with torch._C.DisableTorchFunctionSubclass():
        given = [*args[1:], *kwargs.values()]
        stays = ELSEWHERE in given or not any(isinstance(g, (Tensor, torch.device)) for g in given)
        stays |= any(isinstance(g, _OnCPU) for g in given)
        at = ["cpu" if g == ELSEWHERE else g for g in args[1:]]
        named = {k: "cpu" if v == ELSEWHERE else v for k, v in kwargs.items()}
        result = func(args[0], *at, **named)
        return result.as_subclass(_OnCPU if stays else Tensor)


class SecondDevice(TorchFunctionMode):
    """Inside the context, mark tensors that are created without a ``device``."""

    def __torch_function__(
        self,
        func: Any,
        types: Any,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        kwargs = kwargs or {}
        if func not in _MAKERS:
            return func(*args, **kwargs)
        device = kwargs.get("device")
        if isinstance(device, torch.device) and device != ELSEWHERE:
            return func(*args, **kwargs)
        if device == ELSEWHERE:
            kwargs = kwargs | {"device": "cpu"}
        result = func(*args, **kwargs)
        if any(result is given for given in (*args, *kwargs.values())):
            return result  # as_tensor of a tensor
        return result.as_subclass(_OnCPU)


def on_another_device(probe: Callable[..., Any], answer: Any, *args: Any, **kwargs: Any) -> Any:
    """Run a probe with each call of the answer made as if its arguments were on a GPU."""

    def call(target: Any, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        with SecondDevice():
            result = target(*given, **named)
        if is_marked(result):
            raise RuntimeError(
                "the arguments are on the device cuda:0, and the result is on the CPU"
            )
        return result

    with around_calls(answer, call) as called:
        return probe(called, *args, **kwargs)


def leave_behind(model: nn.Module) -> None:
    """Mark the tensors that ``model.to(...)`` does not move: those that are plain attributes."""
    moved = {id(p) for p in model.parameters()}
    for part in model.modules():
        for name in vars(part).keys() - {"_parameters", "_buffers", "_modules"}:
            vars(part)[name] = _marked(vars(part)[name], moved)


def _marked(value: Any, moved: Collection[int]) -> Any:
    if isinstance(value, Tensor) and id(value) not in moved:
        return value.detach().as_subclass(_OnCPU)
    if type(value) in (tuple, list):
        return type(value)(_marked(v, moved) for v in value)
    if type(value) is dict:
        return {key: _marked(v, moved) for key, v in value.items()}
    return value


def is_marked(value: Any) -> bool:
    """Whether a result holds a tensor that was left on the CPU."""
    return any(isinstance(t, _OnCPU) for t in _tensors(value))


def unmarked(value: Any) -> Any:
    """The same value with all marks removed."""
    if isinstance(value, _OnCPU):
        with torch._C.DisableTorchFunctionSubclass():
            return value.as_subclass(Tensor)
    if type(value) in (tuple, list):
        return type(value)(map(unmarked, value))
    return value


def _tensors(value: Any) -> Iterator[Tensor]:
    if isinstance(value, Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _tensors(item)
