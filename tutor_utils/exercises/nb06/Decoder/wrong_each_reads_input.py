"""each-reads-the-input

Every layer reads the first x, so only the last layer counts. Depth is then useless.
Try: Look at the name: the result of a layer must be what the next one reads.
Hint: x, own, cross = layer(x, memory, target_mask, memory_mask)
"""


class Decoder(nn.Module):
    def __init__(self, num_layers, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.layers = nn.ModuleList(
            DecoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)
        )
        self.norm = nn.LayerNorm(d_model) if norm_first else None

    def forward(self, x, memory, target_mask=None, memory_mask=None):
        weights, crosses = [], []
        start = x
        for layer in self.layers:
            x, w, c = layer(start, memory, target_mask, memory_mask)
            weights.append(w)
            crosses.append(c)
        if self.norm is not None:
            x = self.norm(x)
        return x, weights, crosses
