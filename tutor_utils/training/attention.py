"""The attention of a whole model in one pass, for the viewer."""

from __future__ import annotations

import torch
from torch import Tensor, nn


def attention_of(model: nn.Module, src: Tensor, tgt: Tensor) -> dict[str, list[Tensor]]:
    """The weights of every layer for the first row, by kind: encoder, decoder, cross.

    A hook notes what each attention module (the one that holds ``w_q``) gives back.

    Shapes:
        src: (B, L_s); tgt: (B, L_t), L_t unlike L_s, since that is how cross-attention is told
        returns lists of (h, L_q, L_k), one per layer, on the CPU

    Raises:
        ValueError: L_s equals L_t, or attention gives no weights (see ``fused_attention``).
    """
    if src.shape[1] == tgt.shape[1]:
        raise ValueError(
            f"src and tgt are both {src.shape[1]} tokens long: make one of them longer by a pad, "
            "or self- and cross-attention look alike."
        )
    maps: list[Tensor] = []

    def note(module: nn.Module, args: tuple, output: tuple) -> None:
        if not isinstance(output, tuple) or output[1] is None:
            raise ValueError(
                "This attention gives no weights: fused attention never makes the table. "
                "Look at it outside of fused_attention(model)."
            )
        maps.append(output[1][0].detach().float().cpu())

    device, was_training = next(model.parameters()).device, model.training
    hooks = [m.register_forward_hook(note) for m in model.modules() if hasattr(m, "w_q")]
    model.eval()
    try:
        with torch.no_grad():
            memory, src_mask = model.encode(src.to(device))
            encoder, maps = maps, []
            model.decode(tgt.to(device), memory, src_mask)
    finally:
        model.train(was_training)
        for hook in hooks:
            hook.remove()
    of_source = [m.shape[2] == src.shape[1] for m in maps]
    return {
        "encoder": encoder,
        "decoder": [m for m, cross in zip(maps, of_source, strict=True) if not cross],
        "cross": [m for m, cross in zip(maps, of_source, strict=True) if cross],
    }
