"""source-mask-inverted"""


class Cache:
    def __init__(self):
        self.keys = self.values = None

    def add(self, k, v):
        self.keys = k if self.keys is None else torch.cat([self.keys, k], 1)
        self.values = v if self.values is None else torch.cat([self.values, v], 1)


def cached_greedy_decode(model, src, max_len, bos_id, eos_id, pad_id):
    def attention(att, query, keys, values, hidden):
        parts = (att.w_q(query), keys, values)
        q, k, v = (part.unflatten(-1, (att.num_heads, -1)).transpose(1, 2) for part in parts)
        scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5  # (1, h, 1, L)
        weights = scores.masked_fill(hidden, -float("inf")).softmax(-1)
        return att.w_o((weights @ v).transpose(1, 2).flatten(2))

    mode = model.training
    model.eval()
    rows = []
    with torch.no_grad():
        for one in src:
            memory, mask = model.encode(one[None])
            caches = [Cache() for _ in model.decoder.layers]
            fixed = [(l.cross_attention.w_k(memory), l.cross_attention.w_v(memory)) for l in model.decoder.layers]
            said = [bos_id]
            while len(said) <= max_len and (len(said) == 1 or said[-1] != eos_id):
                x = model.target(torch.tensor([said], device=src.device))[:, -1:]
                hidden = torch.tensor([[t == pad_id for t in said]], device=src.device)
                for layer, cache, cross in zip(model.decoder.layers, caches, fixed):
                    n1, n2, n3 = layer.norms
                    y = n1(x) if layer.norm_first else x
                    cache.add(layer.self_attention.w_k(y), layer.self_attention.w_v(y))
                    x = x + attention(layer.self_attention, y, cache.keys, cache.values, hidden)
                    x = x if layer.norm_first else n1(x)
                    y = n2(x) if layer.norm_first else x
                    x = x + attention(layer.cross_attention, y, *cross, mask[:, 0, 0])
                    x = x if layer.norm_first else n2(x)
                    x = x + layer.feed_forward(n3(x) if layer.norm_first else x)
                    x = x if layer.norm_first else n3(x)
                said.append(int(model.output(model.decoder.norm(x))[0, -1].argmax()))
            rows.append(said[1:])
    model.train(mode)
    width = max(map(len, rows))
    return torch.tensor([r + [pad_id] * (width - len(r)) for r in rows], device=src.device)
