"""unbiased-deviation

The norm behind your layers divides by the deviation of n - 1 numbers, which is `std`'s own choice.
LayerNorm divides by that of n.
Try: Compare your norm of [3, 7] with `nn.LayerNorm(2)`: it gives [-1, 1].
Hint: nn.LayerNorm(d_model), or `std(-1, keepdim=True, unbiased=False)`
Seen: https://github.com/harvardnlp/annotated-transformer
"""


class Norm(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(size))
        self.shift = nn.Parameter(torch.zeros(size))

    def forward(self, x):
        deviation = x.std(-1, keepdim=True)
        return self.gain * (x - x.mean(-1, keepdim=True)) / (deviation + 1e-6) + self.shift


class Encoder(nn.Module):

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
            EncoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)
        )
        self.norm = Norm(d_model) if norm_first else nn.Identity()

    def forward(self, x: Tensor, mask: Tensor | None = None) -> tuple[Tensor, list[Tensor]]:
        weights = []
        for layer in self.layers:
            x, layer_weights = layer(x, mask)
            weights.append(layer_weights)
        return self.norm(x), weights
