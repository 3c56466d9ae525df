"""What every training step needs around the learner's code: precision, scaling, weights.

What a GPU, float16 and several processes need besides is put around it:

- ``loss.item()`` makes Python wait for the device. `_ItemStaysOnDevice` lets it return the loss as
  a tensor instead, to be fetched later. A step that says ``float(loss)`` waits: slower, not wrong.
- A loss that is scaled (float16) or weighted (a share of a batch) has scaled gradients. So the
  gradient of the logits is multiplied; by the chain rule that is the same, and the learner's loss
  stays what it is.
- The scaler must see each update, so ``optimizer.step()`` goes through it.
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


class _ScaledOptimizer:
    """An optimizer whose ``step`` goes through the GradScaler, as float16 needs."""

    def __init__(self, optimizer: torch.optim.Optimizer, scaler: torch.amp.GradScaler) -> None:
        self._optimizer, self._scaler = optimizer, scaler

    def __getattr__(self, name: str) -> Any:
        return getattr(self._optimizer, name)

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """As ``Optimizer.step``; the scaler takes no closure, so it is called first."""
        loss = None if closure is None else closure()
        self._scaler.step(self._optimizer)
        self._scaler.update()
        return loss


class Step:
    """Everything that surrounds one training step of a learner's loop.

    Args:
        model: what is trained; it may be compiled or shared between processes.
        precision: the type of the large products.
        without_sync: keep the loss on the device, so that Python need not wait for it.

    Attributes:
        keeps_logits: whether ``logits`` are kept, for somebody who watches.
        logits: those of the newest step, (B, L, V), without gradient.
    """

    def __init__(
        self,
        model: nn.Module,
        optimizer: torch.optim.Optimizer,
        precision: MixedPrecision,
        without_sync: bool,
    ) -> None:
        self.model, self.precision, self.without_sync = model, precision, without_sync
        self.keeps_logits, self.logits = False, torch.empty(0)
        self.scaler = precision.grad_scaler()
        # To a learner's code it is an optimizer like any other.
        self.optimizer: Any = optimizer
        if self.scaler.is_enabled():
            self.optimizer = _ScaledOptimizer(optimizer, self.scaler)

    @contextmanager
    def around(self, src: Tensor, weight: Tensor | None = None) -> Iterator[None]:
        """A context for one training step of ``model`` on ``src``, whoever performs it.

        ``weight``, (), multiplies the gradients, not the loss.

        Raises:
            TrainingError: the gradients cannot be scaled, since the model was not called.
        """
        if self.scaler.is_enabled():
            weight = self.scaler.scale(
                src.new_ones((), dtype=torch.float32) if weight is None else weight
            )
        called = False
        with ExitStack() as stack:

            def after_forward(module: nn.Module, args: tuple[Any, ...], logits: Tensor) -> Tensor:
                nonlocal called
                if self.without_sync and not called:  # the model itself runs at full speed
                    stack.enter_context(_ItemStaysOnDevice())
                called = True
                logits = logits.float()  # the loss needs all bits
                if self.keeps_logits:
                    # a copy: a compiled step may write its next output into the same memory
                    self.logits = logits.detach().clone()
                if weight is not None and logits.requires_grad:
                    logits.register_hook(lambda gradient: gradient * weight)
                return logits

            stack.enter_context(self.precision.autocast())
            stack.callback(self.model.register_forward_hook(after_forward).remove)
            yield
        if weight is not None and not called:
            raise TrainingError(
                "Your train_step does not call model(src, decoder_input), so its gradients cannot "
                "be scaled as float16 and several processes need it."
            )

    def __call__(
        self, parts: Parts, src: Tensor, tgt: Tensor, weight: Tensor | None = None
    ) -> float | Tensor:
        """One update by ``parts.train_step``; without sync the loss is a tensor on the device."""
        with self.around(src, weight):
            return parts.train_step(self.model, src, tgt, self.optimizer, PAD)
