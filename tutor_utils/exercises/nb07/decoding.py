"""Probes of the three decoders; they run in the learner's process and hold no expected results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from ...models.calls import NotesCalls
from ...noted import note


def padded(rows: Sequence[Sequence[int]], pad_id: int) -> Tensor:
    """Rows as a tensor (B, length of the longest), padded at the end."""
    width = max(map(len, rows))
    filled = [[*row, *[pad_id] * (width - len(row))] for row in rows]
    return torch.tensor(filled, dtype=torch.long)


def without_pads(ids: Tensor, pad_id: int) -> Tensor:
    """Ids (B, L) without trailing columns of pads: their number is the decoder's choice."""
    used = (ids != pad_id).any(0).nonzero()
    return ids[:, : int(used[-1]) + 1 if len(used) else 0]


@dataclass(frozen=True)
class Session:
    """A model, and the call of the learner's decoder with it.

    Attributes:
        model: In the mode that it has before the call.
        decode: Calls the learner's decoder.
    """

    model: NotesCalls
    decode: Callable[[], Any]
    pad_id: int

    def decoded(self) -> Any:
        """The decoded ids, (B, L), without trailing columns of pads."""
        with torch.enable_grad():  # restores the switch, whatever the decoder leaves
            ids = self.decode()
        if isinstance(ids, Tensor) and not ids.numel():
            ids = ids.long()  # empty rows may have any dtype
        if not isinstance(ids, Tensor) or ids.dim() != 2:
            return ids
        return without_pads(ids, self.pad_id)


@dataclass(frozen=True)
class Probes:
    """The probes of a decoder; ``begin(answer, *arguments of the trial)`` makes the session."""

    begin: Callable[..., Session]

    def decode(self, answer: Any, *args: Any) -> Any:
        """Probe: the decoded ids."""
        return self.begin(answer, *args).decoded()

    def treat(self, answer: Any, *args: Any) -> dict[str, str]:
        """Probe: ``side_effects`` of the decoder."""
        session = self.begin(answer, *args)
        return side_effects(session.model, session.decode)


def side_effects(model: NotesCalls, decode: Callable[[], Any]) -> dict[str, str]:
    """How ``decode`` leaves the model; how it treats it on the way is noted: `on_the_way`."""
    decoding = [p for n, p in model.named_modules() if n.partition(".")[0] in ("target", "decoder")]

    def see(part: nn.Module, _: Any) -> None:
        dropout = part.training and isinstance(part, nn.Dropout)
        note("part", 0, 0, dropout, torch.is_grad_enabled())

    hooks = [part.register_forward_pre_hook(see) for part in decoding]
    with torch.enable_grad():
        decode()
        switch = torch.is_grad_enabled()
    for hook in hooks:
        hook.remove()
    modes = {part.training for part in model.modules()}
    return {
        "gradients afterwards": "on" if switch else "off",
        "its mode afterwards": "mixed" if len(modes) > 1 else "training" if any(modes) else "eval",
    }


def stops(ids: Tensor, eos_id: int, tokens: float) -> str:
    """Whether a decoder that computed ``tokens`` tokens stopped at the last eos, in words.

    One extra step is accepted: the loop may test for eos at its start.
    """
    ends = [row.index(eos_id) + 1 if eos_id in row else len(row) for row in ids.tolist()]
    return "stops" if tokens <= len(ids) * (max(ends) + 1) else "goes on to max_len"
