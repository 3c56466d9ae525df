# --- module_dict
import copy
class Encoder(nn.Module):
    def __init__(self, num_layers, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        layer = EncoderLayer(d_model, num_heads, d_ff, dropout, norm_first)
        self.layers = nn.ModuleDict({f"layer{i}": copy.deepcopy(layer) for i in range(num_layers)})
        self.norm = nn.LayerNorm(d_model) if norm_first else nn.Identity()
    def forward(self, x, mask=None):
        maps = ()
        for layer in self.layers.values():
            x, w = layer(x, mask)
            maps += (w,)
        return self.norm(x), list(maps)


# --- usual
class Encoder(nn.Module):
    def __init__(self, num_layers, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.layers = nn.ModuleList(
            EncoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)
        )
        self.norm = nn.LayerNorm(d_model) if norm_first else nn.Identity()

    def forward(self, x, mask=None):
        weights = []
        for layer in self.layers:
            x, layer_weights = layer(x, mask)
            weights.append(layer_weights)
        return self.norm(x), weights
