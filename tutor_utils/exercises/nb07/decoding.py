"""What the probes of the three decoders share: it runs beside the learner's code, without truth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from ...models.calls import NotesCalls
from ...noted import note


def padded(rows: Sequence[Sequence[int]], pad_id: int) -> Tensor:
    """Rows as a tensor (B, the longest row), with pads behind."""
    width = max(map(len, rows))
    filled = [[*row, *[pad_id] * (width - len(row))] for row in rows]
    return torch.tensor(filled, dtype=torch.long)


def without_pads(ids: Tensor, pad_id: int) -> Tensor:
    """Ids (B, L) without the columns of pads at the end: how many a decoder adds is its choice."""
    said = (ids != pad_id).any(0).nonzero()
    return ids[:, : int(said[-1]) + 1 if len(said) else 0]


@dataclass(frozen=True)
class Session:
    """A model, and a learner's code that decodes with it.

    Attributes:
        model: In the mode in which it comes in.
        decode: Calls the learner's code with the model.
    """

    model: NotesCalls
    decode: Callable[[], Any]
    pad_id: int

    def said(self) -> Any:
        """The decoded ids, without columns of pads at the end."""
        with torch.enable_grad():  # whatever becomes of the switch, it is put back
            ids = self.decode()
        if isinstance(ids, Tensor) and not ids.numel():
            ids = ids.long()  # rows without any token have no number type
        if not isinstance(ids, Tensor) or ids.dim() != 2:
            return ids
        return without_pads(ids, self.pad_id)


@dataclass(frozen=True)
class Probes:
    """What is tried on a decoder; ``begin(answer, *arguments of the trial)`` gives a session."""

    begin: Callable[..., Session]

    def decode(self, answer: Any, *args: Any) -> Any:
        """The ids."""
        return self.begin(answer, *args).said()

    def treat(self, answer: Any, *args: Any) -> dict[str, str]:
        """How a model is treated."""
        session = self.begin(answer, *args)
        return manners(session.model, session.decode)


def manners(model: NotesCalls, decode: Callable[[], Any]) -> dict[str, str]:
    """How ``decode`` leaves the model; how it treats it on the way is noted: `seen_on_the_way`."""
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
    """Whether a decoder that worked out so many tokens stopped with the last eos of its rows.

    One step more than needed is no fault: the question may stand at the start of the loop.
    """
    ends = [row.index(eos_id) + 1 if eos_id in row else len(row) for row in ids.tolist()]
    return "stops" if tokens <= len(ids) * (max(ends) + 1) else "goes on to max_len"
