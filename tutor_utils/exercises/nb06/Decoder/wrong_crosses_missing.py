"""cross-weights-missing

You return the self weights twice. The cross weights, which say where each layer looks in the source,
are missing.
Try: Which of your two lists gets what each layer returns third?
Hint: return self.norm(x), self_weights, cross_weights
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
            self_weights.append(own)
            cross_weights.append(cross)
        return self.norm(x), self_weights, self_weights
