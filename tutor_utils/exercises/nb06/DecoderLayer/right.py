# --- bare_norms
class DecoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.own = MultiHeadAttention(d_model, num_heads, dropout)
        self.cross = MultiHeadAttention(d_model, num_heads, dropout)
        self.ff = FeedForward(d_model, d_ff, dropout)
        self.gains = nn.ParameterList(torch.ones(d_model) for _ in range(3))
        self.biases = nn.ParameterList(torch.zeros(d_model) for _ in range(3))
        self.p = dropout
        self.norm_first = norm_first

    def _norm(self, i, x):
        return F.layer_norm(x, (x.size(-1),), self.gains[i], self.biases[i])

    def _add(self, i, x, sub):
        if self.norm_first:
            y, *rest = sub(self._norm(i, x))
        else:
            y, *rest = sub(x)
        x = x + F.dropout(y, self.p, self.training)
        if not self.norm_first:
            x = self._norm(i, x)
        return (x, *rest)

    def forward(self, x, memory, target_mask=None, memory_mask=None):
        x, w1 = self._add(0, x, lambda y: self.own(y, y, y, target_mask))
        x, w2 = self._add(1, x, lambda y: self.cross(y, memory, memory, memory_mask))
        (x,) = self._add(2, x, lambda y: (self.ff(y),))
        return x, w1, w2


# --- branches
class DecoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.cross = MultiHeadAttention(d_model, num_heads, dropout)
        self.ffn = FeedForward(d_model, d_ff, dropout)
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.norm3 = nn.LayerNorm(d_model)
        self.drop = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, memory, target_mask=None, memory_mask=None):
        if self.norm_first:
            y = self.norm1(x)
            out, own = self.attention(y, y, y, target_mask)
            x = x + self.drop(out)
            out, other = self.cross(self.norm2(x), memory, memory, memory_mask)
            x = x + self.drop(out)
            x = x + self.drop(self.ffn(self.norm3(x)))
        else:
            out, own = self.attention(x, x, x, target_mask)
            x = self.norm1(x + self.drop(out))
            out, other = self.cross(x, memory, memory, memory_mask)
            x = self.norm2(x + self.drop(out))
            x = self.norm3(x + self.drop(self.ffn(x)))
        return x, own, other


# --- helper_method
class DecoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.norm_first = norm_first
        self.feed_forward = FeedForward(d_model, d_ff, dropout)
        self.n3, self.n2, self.n1 = (nn.LayerNorm(d_model) for _ in range(3))
        self.cross = MultiHeadAttention(d_model, num_heads, dropout)
        self.own = MultiHeadAttention(d_model, num_heads, dropout)
        self.drop1, self.drop2, self.drop3 = (nn.Dropout(dropout) for _ in range(3))

    def forward(self, x, memory, target_mask=None, memory_mask=None):
        weights = {}

        def own(y):
            y, weights["own"] = self.own(y, y, y, mask=target_mask)
            return self.drop1(y)

        def cross(y):
            y, weights["cross"] = self.cross(y, memory, memory, mask=memory_mask)
            return self.drop2(y)

        steps = ((self.n1, own), (self.n2, cross), (self.n3, lambda y: self.drop3(self.feed_forward(y))))
        for norm, step in steps:
            x = x + step(norm(x)) if self.norm_first else norm(x + step(x))
        return x, weights["own"], weights["cross"]


# --- module_dict
class DecoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.parts = nn.ModuleDict(
            {
                "own": MultiHeadAttention(d_model, num_heads, dropout),
                "source": MultiHeadAttention(d_model, num_heads, dropout),
                "think": FeedForward(d_model, d_ff, dropout),
            }
        )
        self.norms = nn.ModuleDict({name: nn.LayerNorm(d_model) for name in self.parts})
        self.drops = nn.ModuleDict({name: nn.Dropout(dropout) for name in self.parts})
        self.norm_first = norm_first

    def forward(self, x, memory, target_mask=None, memory_mask=None):
        maps = {}
        for name, part in self.parts.items():
            norm, residual = self.norms[name], x
            y = norm(x) if self.norm_first else x
            if name == "own":
                y, maps[name] = part(y, y, y, target_mask)
            elif name == "source":
                y, maps[name] = part(y, memory, memory, memory_mask)
            else:
                y = part(y)
            x = residual + self.drops[name](y)
            x = x if self.norm_first else norm(x)
        return x, maps["own"], maps["source"]


# --- residual_module
class Res(nn.Module):
    def __init__(self, d, p, pre):
        super().__init__()
        self.ln = nn.LayerNorm(d); self.p = p; self.pre = pre
    def forward(self, x, f):
        y = F.dropout(f(self.ln(x) if self.pre else x), self.p, self.training)
        return x + y if self.pre else self.ln(x + y)
class DecoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.r = nn.ModuleList(Res(d_model, dropout, norm_first) for _ in range(3))
        self.cross_attn = MultiHeadAttention(d_model, num_heads, dropout=dropout)
        self.self_attn = MultiHeadAttention(d_model, num_heads, dropout=dropout)
        self.mlp = FeedForward(d_model, d_ff, dropout)
    def forward(self, x, memory, target_mask=None, memory_mask=None):
        store = {}
        def sa(y):
            o, store["s"] = self.self_attn(y, y, y, target_mask); return o
        def ca(y):
            o, store["c"] = self.cross_attn(y, memory, memory, memory_mask); return o
        for r, f in zip(self.r, (sa, ca, self.mlp)):
            x = r(x, f)
        return x, store["s"], store["c"]


# --- two_dicts
class DecoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.0, norm_first=False):
        super().__init__()
        self.blocks = nn.ModuleDict(
            {
                "self": MultiHeadAttention(d_model, num_heads, dropout),
                "cross": MultiHeadAttention(d_model, num_heads, dropout),
                "ffn": FeedForward(d_model, d_ff, dropout),
            }
        )
        self.ln = nn.ModuleDict({name: nn.LayerNorm(d_model) for name in self.blocks})
        self.drop, self.norm_first = nn.Dropout(dropout), norm_first

    def residual(self, name, x, f):
        if self.norm_first:
            return x + self.drop(f(self.ln[name](x)))
        return self.ln[name](x + self.drop(f(x)))

    def forward(self, x, memory, target_mask=None, memory_mask=None):
        maps = {}

        def attend(name, query, key, mask):
            out, maps[name] = self.blocks[name](query, key, key, mask)
            return out

        x = self.residual("self", x, lambda y: attend("self", y, y, target_mask))
        x = self.residual("cross", x, lambda y: attend("cross", y, memory, memory_mask))
        x = self.residual("ffn", x, self.blocks["ffn"])
        return x, maps["self"], maps["cross"]


# --- usual
class DecoderLayer(nn.Module):

    def __init__(
        self,
        d_model: int,
        num_heads: int,
        d_ff: int,
        dropout: float = 0.0,
        norm_first: bool = False,
    ) -> None:
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.cross_attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.feed_forward = FeedForward(d_model, d_ff, dropout)
        self.norms = nn.ModuleList(nn.LayerNorm(d_model) for _ in range(3))
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        target_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        before = self.norms if self.norm_first else [nn.Identity()] * 3
        after = [nn.Identity()] * 3 if self.norm_first else self.norms

        y = before[0](x)
        attended, self_weights = self.self_attention(y, y, y, target_mask)
        x = after[0](x + self.dropout(attended))  # (B, L_t, d_model)

        y = before[1](x)
        attended, cross_weights = self.cross_attention(y, memory, memory, memory_mask)
        x = after[1](x + self.dropout(attended))

        y = before[2](x)
        x = after[2](x + self.dropout(self.feed_forward(y)))
        return x, self_weights, cross_weights
