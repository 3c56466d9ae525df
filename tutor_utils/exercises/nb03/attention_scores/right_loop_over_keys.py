def attention_scores(q, k):
    cols = [(q * k[..., j : j + 1, :]).sum(-1) for j in range(k.shape[-2])]
    return torch.stack(cols, -1) / q.size(-1) ** 0.5
