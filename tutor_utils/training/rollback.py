"""Keep the weights of the last good step, to return to when the loss becomes NaN."""

from __future__ import annotations

from torch import nn


class LastGoodWeights:
    """A copy of a model's weights, renewed at each evaluation."""

    def __init__(self, model: nn.Module, step: int = 0) -> None:
        self._model = model
        self.keep(step)

    def keep(self, step: int) -> None:
        """Copy the current weights, as they are after ``step`` steps."""
        self.step = step
        self._weights = {k: v.detach().clone() for k, v in self._model.state_dict().items()}

    def restore(self) -> int:
        """Restore the copied weights; returns the step they are from."""
        self._model.load_state_dict(self._weights)
        return self.step
