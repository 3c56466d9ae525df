"""PyTorch's ``nn.Transformer`` with the constructor and methods of the learner's.

A learner's model is compared with it, in speed and in training.
"""

from __future__ import annotations

import math
import warnings

import torch
from torch import Tensor, nn

from .positions import sinusoidal


class TorchTransformer(nn.Module):
    """``torch.nn.Transformer`` with embeddings, positions and output as in the syllabus.

    The arguments are those of the course's ``Transformer``. PyTorch's masks are True = blocked, so
    they are inverted in here. PyTorch ends both stacks with a LayerNorm, post-LN too.

    Shapes:
        forward: src (B, L_s) long, tgt (B, L_t) long -> logits (B, L_t, tgt_vocab)
        encode: src -> (memory (B, L_s, d_model), src_mask (B, 1, 1, L_s), True = may attend)
        decode: tgt, memory, src_mask -> logits (B, L_t, tgt_vocab)
    """

    def __init__(
        self,
        src_vocab: int,
        tgt_vocab: int,
        d_model: int = 512,
        num_heads: int = 8,
        num_layers: int = 6,
        d_ff: int = 2048,
        dropout: float = 0.1,
        max_len: int = 512,
        pad_id: int = 0,
        norm_first: bool = False,
        tie_weights: bool = False,
    ) -> None:
        super().__init__()
        self.pad_id, self.d_model = pad_id, d_model
        self.source = nn.Embedding(src_vocab, d_model, padding_idx=pad_id)
        self.target = nn.Embedding(tgt_vocab, d_model, padding_idx=pad_id)
        self.positions: Tensor
        self.register_buffer("positions", sinusoidal(max_len, d_model))
        self.dropout = nn.Dropout(dropout)
        with warnings.catch_warnings():
            # PyTorch warns that pre-LN cannot use nested tensors, which are not used here.
            warnings.filterwarnings("ignore", message="enable_nested_tensor is True")
            self.body = nn.Transformer(
                d_model,
                num_heads,
                num_layers,
                num_layers,
                d_ff,
                dropout,
                batch_first=True,
                norm_first=norm_first,
            )
        self.output = nn.Linear(d_model, tgt_vocab)
        if tie_weights:
            self.output.weight = self.target.weight

    def _embed(self, table: nn.Embedding, ids: Tensor) -> Tensor:
        x = table(ids) * math.sqrt(self.d_model) + self.positions[: ids.shape[1]]
        return self.dropout(x)

    def encode(self, src: Tensor) -> tuple[Tensor, Tensor]:
        pads = src == self.pad_id  # (B, L_s), True = blocked
        memory = self.body.encoder(self._embed(self.source, src), src_key_padding_mask=pads)
        return memory, ~pads[:, None, None, :]

    def decode(self, tgt: Tensor, memory: Tensor, src_mask: Tensor) -> Tensor:
        length = tgt.shape[1]
        future = torch.ones(length, length, dtype=torch.bool, device=tgt.device).triu(1)
        x = self.body.decoder(
            self._embed(self.target, tgt),
            memory,
            tgt_mask=future,
            tgt_key_padding_mask=tgt == self.pad_id,
            memory_key_padding_mask=~src_mask[:, 0, 0, :],
            tgt_is_causal=False,  # the pads are in the mask too, so it is not only causal
        )
        return self.output(x)

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        return self.decode(tgt, *self.encode(src))
