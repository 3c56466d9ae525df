# --- bmm
def attention_scores(q, k):
    lead = q.shape[:-2]
    a = q.reshape(-1, *q.shape[-2:])
    b = k.reshape(-1, *k.shape[-2:]).permute(0, 2, 1)
    scores = torch.bmm(a, b).mul(q.size(-1) ** -0.5)
    return scores.view(*lead, q.size(-2), k.size(-2))


# --- divided_in_place
def attention_scores(q, k):
    return torch.einsum("...qd,...kd->...qk", q, k).div_(q.shape[-1] ** 0.5)


# --- einsum
def attention_scores(q, k):
    return torch.einsum('...qd,...kd->...qk', q, k) * k.size(-1) ** -0.5


# --- loop_over_keys
def attention_scores(q, k):
    cols = [(q * k[..., j : j + 1, :]).sum(-1) for j in range(k.shape[-2])]
    return torch.stack(cols, -1) / q.size(-1) ** 0.5


# --- matmul
def attention_scores(q, k):
    return q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])


# --- scale_both
def attention_scores(q, k):
    r = q.shape[-1] ** 0.25
    return torch.matmul(q / r, (k / r).mT)


# --- usual
def attention_scores(q, k):
    scores = q @ k.transpose(-2, -1)
    scores = scores / math.sqrt(q.shape[-1])
    return scores
