"""masks-first-layer-only

Only your first layer gets the masks. The layers behind it read the future and the pads.
Try: How often does your loop hand the masks on?
Hint: x, own, cross = layer(x, memory, target_mask, memory_mask)
"""


class Decoder(nn.Module):

    def __init__(
        self,
        num_layers: int,
        d_model: int,
        num_heads: int,
        d_ff: int,
        dropout: float = 0.0,
        norm_first: bool = False,
    ) -> None:
        super().__init__()
        self.layers = nn.ModuleList(
            DecoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)
        )
        self.norm = nn.LayerNorm(d_model) if norm_first else nn.Identity()

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        target_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
    ) -> tuple[Tensor, list[Tensor], list[Tensor]]:
        self_weights, cross_weights = [], []
        for layer in self.layers:
            x, own, cross = layer(x, memory, target_mask, memory_mask)
            target_mask = memory_mask = None
            self_weights.append(own)
            cross_weights.append(cross)
        return self.norm(x), self_weights, cross_weights
