"""dropout-not-passed"""


class Decoder(nn.Module):
    def __init__(self, num_layers, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.layers = nn.ModuleList(
            DecoderLayer(d_model, num_heads, d_ff, norm_first=norm_first) for _ in range(num_layers)
        )
        self.norm = nn.LayerNorm(d_model) if norm_first else None

    def forward(self, x, memory, target_mask=None, memory_mask=None):
        weights, crosses = [], []
        for layer in self.layers:
            x, w, c = layer(x, memory, target_mask, memory_mask)
            weights.append(w)
            crosses.append(c)
        if self.norm is not None:
            x = self.norm(x)
        return x, weights, crosses
