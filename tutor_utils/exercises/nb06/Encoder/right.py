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


# --- named_layers
class Encoder(nn.Module):
    def __init__(self, num_layers, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.count = num_layers
        for i in range(num_layers):
            setattr(self, f"layer{i}", EncoderLayer(d_model, num_heads, d_ff, dropout, norm_first))
        self.norm = nn.LayerNorm(d_model) if norm_first else None

    def forward(self, x, mask=None):
        weights = []
        for layer in [getattr(self, f"layer{i}") for i in range(self.count)]:
            x, w = layer(x, mask)
            weights.append(w)
        if self.norm is not None:
            x = self.norm(x)
        return x, weights


# --- norm_or_none
class Encoder(nn.Module):
    def __init__(self, num_layers, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.layers = nn.ModuleList(
            EncoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)
        )
        self.norm = nn.LayerNorm(d_model) if norm_first else None

    def forward(self, x, mask=None):
        weights = []
        for layer in self.layers:
            x, w = layer(x, mask)
            weights.append(w)
        if self.norm is not None:
            x = self.norm(x)
        return x, weights


# --- usual
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
        self.norm = nn.LayerNorm(d_model) if norm_first else nn.Identity()

    def forward(self, x: Tensor, mask: Tensor | None = None) -> tuple[Tensor, list[Tensor]]:
        weights = []
        for layer in self.layers:
            x, layer_weights = layer(x, mask)
            weights.append(layer_weights)
        return self.norm(x), weights
