"""The code around a learner's training step: precision, scaling, weights.

Added for GPUs, float16 and several processes:

- ``loss.item()`` makes Python wait for the device. `_ItemStaysOnDevice` lets it return the loss as
  a tensor instead, to be fetched later. A step that says ``float(loss)`` waits: slower, not wrong.
- Scaling (float16) or weighting (a share of a batch) the loss scales all gradients. Instead, the
  gradient of the logits is multiplied: the same by the chain rule, and the learner's loss is
  unchanged.
- Before an update, gradients of a batch in parts are added up, unscaled and clipped. So
  ``optimizer.step()`` goes through `_Updates`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from .devices import MixedPrecision
from .errors import TrainingError
from .fused import FusedAttention
from .parts import Parts
from .tasks import PAD


class _ItemStaysOnDevice(TorchFunctionMode):
    """Inside, ``loss.item()`` is ``loss.detach()``: no host-device sync."""

    def __torch_function__(
        self,
        func: Any,
        types: Any,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        if func is Tensor.item and args[0].is_floating_point():
            return args[0].detach()
        return func(*args, **(kwargs or {}))


class _Updates:
    """An optimizer whose ``step`` adds up, clips and scales gradients before it updates.

    Attributes:
        left: how many parts of the same batch follow; the update is made after the last.
    """

    def __init__(
        self,
        optimizer: torch.optim.Optimizer,
        scaler: torch.amp.GradScaler,
        clip_norm: float | None,
    ) -> None:
        self._optimizer, self._scaler, self._clip_norm = optimizer, scaler, clip_norm
        self._sums: dict[Tensor, Tensor] = {}
        self.left = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._optimizer, name)

    def forget(self) -> None:
        """Drop the gradients of a batch that was not finished."""
        self._sums.clear()

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """As ``Optimizer.step``; the scaler takes no closure, so it is called first."""
        loss = None if closure is None else closure()
        parameters = [p for group in self._optimizer.param_groups for p in group["params"]]
        for p in parameters:
            if p.grad is not None and p in self._sums:
                p.grad += self._sums[p]
        if self.left:  # store the gradients, since the learner's zero_grad would clear them
            self._sums |= {p: p.grad for p in parameters if p.grad is not None}
            for p in parameters:
                p.grad = None
            return loss
        self.forget()
        if self._clip_norm is not None:
            self._scaler.unscale_(self._optimizer)
            nn.utils.clip_grad_norm_(parameters, self._clip_norm)
        self._scaler.step(self._optimizer)
        self._scaler.update()
        return loss


class Step:
    """The context of one training step of a learner's loop.

    Args:
        model: the trained model; may be compiled, or wrapped for several processes.
        precision: the dtype of large matrix products.
        without_sync: keep the loss on the device, so that Python need not wait for it.
        fused: the model's fused attention, or None.
        clip_norm: as in `TrainingConfig`.
        parts: the number of parts of a batch.

    Attributes:
        keeps_logits: whether ``logits`` are stored, for live curves.
        logits: the logits of the newest step, (B, L, V), without gradient.
    """

    def __init__(
        self,
        model: nn.Module,
        optimizer: torch.optim.Optimizer,
        precision: MixedPrecision,
        without_sync: bool,
        fused: FusedAttention | None = None,
        clip_norm: float | None = None,
        parts: int = 1,
    ) -> None:
        self.model, self.precision, self.without_sync = model, precision, without_sync
        self._fused, self._parts = fused, parts
        self.keeps_logits, self.logits = False, torch.empty(0)
        self.scaler = precision.grad_scaler()
        # To a learner's code it is an optimizer like any other.
        self.optimizer: Any = optimizer
        self._updates = _Updates(optimizer, self.scaler, clip_norm)
        if self.scaler.is_enabled() or clip_norm is not None or parts > 1:
            self.optimizer = self._updates

    @contextmanager
    def around(self, src: Tensor, weight: Tensor | None = None, left: int = 0) -> Iterator[None]:
        """A context for one training step of ``model`` on ``src``, whoever performs it.

        ``weight``, (), multiplies the gradients, not the loss. ``left``: how many parts of the same
        batch follow.

        Raises:
            TrainingError: the gradients cannot be scaled, since the model was not called.
        """
        if self.scaler.is_enabled():
            weight = self.scaler.scale(
                src.new_ones((), dtype=torch.float32) if weight is None else weight
            )
        called = False
        self._updates.left = left
        if left == self._parts - 1:
            self._updates.forget()
        with ExitStack() as stack:

            def after_forward(module: nn.Module, args: tuple[Any, ...], logits: Tensor) -> Tensor:
                nonlocal called
                if self.without_sync and not called:  # the model itself runs at full speed
                    stack.enter_context(_ItemStaysOnDevice())
                called = True
                logits = logits.float()  # the loss needs all bits
                if self.keeps_logits:
                    # a copy, since a compiled step may reuse the memory of its output
                    self.logits = logits.detach().clone()
                if weight is not None and logits.requires_grad:
                    logits.register_hook(lambda gradient: gradient * weight)
                return logits

            if self._fused:
                stack.enter_context(self._fused.on())
            stack.enter_context(self.precision.autocast())
            stack.callback(self.model.register_forward_hook(after_forward).remove)
            yield
        if weight is not None and not called:
            raise TrainingError(
                "Your train_step does not call model(src, decoder_input), so its gradients cannot "
                "be scaled as float16, accumulate and several processes need it."
            )

    def __call__(
        self, parts: Parts, src: Tensor, tgt: Tensor, weight: Tensor | None = None
    ) -> float | Tensor:
        """One update by ``parts.train_step``; without sync the loss is a tensor on the device."""
        with self.around(src, weight):
            return parts.train_step(self.model, src, tgt, self.optimizer, PAD)
