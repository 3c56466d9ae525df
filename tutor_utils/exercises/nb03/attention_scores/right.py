# --- bmm
def attention_scores(q, k):
    lead = q.shape[:-2]
    a = q.reshape(-1, *q.shape[-2:])
    b = k.reshape(-1, *k.shape[-2:]).permute(0, 2, 1)
    scores = torch.bmm(a, b).mul(q.size(-1) ** -0.5)
    return scores.view(*lead, q.size(-2), k.size(-2))


# --- usual
def attention_scores(q, k):
    scores = q @ k.transpose(-2, -1)
    scores = scores / math.sqrt(q.shape[-1])
    return scores
