# --- usual
class ModernLanguageModel(nn.Module):
    def __init__(self, vocab_size, d_model, num_heads, num_kv_heads, num_layers, d_ff, base=10000.0, eps=1e-6, tie_weights=True):
        super().__init__()
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.layers = nn.ModuleList(ModernLayer(d_model, num_heads, num_kv_heads, d_ff, base, eps) for _ in range(num_layers))
        self.norm = RMSNorm(d_model, eps)
        self.output = nn.Linear(d_model, vocab_size, bias=False)
        if tie_weights:
            self.output.weight = self.tokens.weight

    def forward(self, ids, cache=None):
        caches = [None] * len(self.layers) if cache is None else cache
        past = 0 if cache is None else cache[0][0].shape[2]
        mask = causal_mask(past + ids.shape[1], ids.device)[:, :, past:]
        x, kept = self.tokens(ids), []
        for layer, before in zip(self.layers, caches, strict=True):
            x, _, after = layer(x, mask, before)
            kept.append(after)
        return self.output(self.norm(x)), kept


# --- from_scratch
class ModernLanguageModel(nn.Module):
    def __init__(self, vocab_size, d_model, num_heads, num_kv_heads, num_layers, d_ff, base=10000.0, eps=1e-6, tie_weights=True):
        super().__init__()
        self.tok_emb = nn.Embedding(vocab_size, d_model)
        self.trf_blocks = nn.ModuleList([ModernLayer(d_model, num_heads, num_kv_heads, d_ff, base=base, eps=eps) for _ in range(num_layers)])
        self.final_norm = RMSNorm(d_model, eps)
        self.out_head = None if tie_weights else nn.Linear(d_model, vocab_size, bias=False)

    def forward(self, ids, cache=None):
        x = self.tok_emb(ids)
        num_tokens = x.shape[1]
        pos_start = cache[0][0].shape[2] if cache is not None else 0
        pos_end = pos_start + num_tokens
        blocked = torch.triu(torch.ones(pos_end, pos_end, device=x.device, dtype=torch.bool), diagonal=1)[pos_start:pos_end, :pos_end]
        next_cache = []
        for i, block in enumerate(self.trf_blocks):
            blk_cache = cache[i] if cache else None
            x, _, new_blk_cache = block(x, ~blocked, blk_cache)
            next_cache.append(new_blk_cache)
        x = self.final_norm(x)
        logits = F.linear(x, self.tok_emb.weight) if self.out_head is None else self.out_head(x)
        return logits, next_cache


# --- no_mask_for_one
class ModernLanguageModel(nn.Module):
    def __init__(self, vocab_size, d_model, num_heads, num_kv_heads, num_layers, d_ff, base=10000.0, eps=1e-6, tie_weights=True):
        super().__init__()
        self.table = nn.Parameter(torch.randn(vocab_size, d_model) * d_model**-0.5)
        self.head = self.table if tie_weights else nn.Parameter(torch.randn(vocab_size, d_model) * d_model**-0.5)
        self.stack = nn.ModuleList()
        for _ in range(num_layers):
            self.stack.append(ModernLayer(d_model, num_heads, num_kv_heads, d_ff, base, eps))
        self.last = RMSNorm(d_model, eps)

    def forward(self, ids, cache=None):
        L = ids.shape[1]
        cache = cache or [None] * len(self.stack)
        past = cache[0][0].shape[2] if cache[0] is not None else 0
        mask = None
        if L > 1:
            mask = torch.cat([torch.ones(1, 1, L, past, dtype=torch.bool, device=ids.device), causal_mask(L, ids.device)], dim=-1)
        x, out = self.table[ids], []
        for block, one in zip(self.stack, cache):
            x, _, one = block(x, mask, one)
            out += [one]
        return self.last(x) @ self.head.T, out
