"""last-norm-after-each-layer"""


class Decoder(nn.Module):
    def __init__(self, num_layers, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.layers = nn.ModuleList(
            DecoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)
        )
        self.norm = nn.LayerNorm(d_model) if norm_first else nn.Identity()

    def forward(self, x, memory, target_mask=None, memory_mask=None):
        self_weights, cross_weights = [], []
        for layer in self.layers:
            x, own, cross = layer(x, memory, target_mask, memory_mask)
            x = self.norm(x)
            self_weights.append(own)
            cross_weights.append(cross)
        return x, self_weights, cross_weights
