# --- deepcopy
import copy


class Encoder(nn.Module):
    def __init__(self, num_layers, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.layers = nn.ModuleList(
            copy.deepcopy(EncoderLayer(d_model, num_heads, d_ff, dropout, norm_first))
            for _ in range(num_layers)
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


# --- lists_by_kind
class Encoder(nn.Module):
    """XLM keeps its parts by kind: all attentions, all networks, all norms."""

    def __init__(self, num_layers, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.attentions = nn.ModuleList()
        self.ffns = nn.ModuleList()
        self.norms1, self.norms2 = nn.ModuleList(), nn.ModuleList()
        for _ in range(num_layers):
            self.ffns.append(FeedForward(d_model, d_ff, dropout))
            self.norms2.append(nn.LayerNorm(d_model, eps=1e-12))
            self.attentions.append(MultiHeadAttention(d_model, num_heads, dropout))
            self.norms1.append(nn.LayerNorm(d_model, eps=1e-12))
        self.last = nn.LayerNorm(d_model) if norm_first else nn.Identity()
        self.dropout, self.norm_first = dropout, norm_first

    def added(self, x, norm, f):
        if self.norm_first:
            return x + F.dropout(f(norm(x)), self.dropout, self.training)
        return norm(x + F.dropout(f(x), self.dropout, self.training))

    def forward(self, x, mask=None):
        weights = []

        def look(i, y):
            out, seen = self.attentions[i](y, y, y, mask)
            weights.append(seen)
            return out

        for i, network in enumerate(self.ffns):
            x = self.added(x, self.norms1[i], lambda y, i=i: look(i, y))
            x = self.added(x, self.norms2[i], network)
        return self.last(x), weights


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
