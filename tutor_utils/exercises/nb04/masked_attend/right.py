# --- exp_by_hand
def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    e = (scores - scores.detach().amax(-1, keepdim=True)).exp()
    if mask is not None:
        e = e * mask
    total = e.sum(-1, keepdim=True)
    weights = e / torch.where(total == 0, torch.ones_like(total), total)
    return weights @ v, weights


# --- usual
def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)
    output = weights @ v
    return output, weights


# --- where_einsum
def masked_attend(q, k, v, mask=None):
    scores = torch.einsum('bhqd,bhkd->bhqk', q * q.size(-1) ** -0.5, k)
    if mask is not None:
        scores = torch.where(mask, scores, torch.finfo(scores.dtype).min)
    weights = torch.softmax(scores, dim=-1)
    if mask is not None:
        weights = weights * mask.to(weights.dtype)
    return torch.einsum('bhqk,bhkd->bhqd', weights, v), weights


# --- where_isnan
def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, float('-inf'))
    weights = scores.softmax(-1)
    weights = torch.where(weights.isnan(), torch.zeros_like(weights), weights)
    return weights @ v, weights
