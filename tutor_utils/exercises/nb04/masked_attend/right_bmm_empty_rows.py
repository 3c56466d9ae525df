def masked_attend(q, k, v, mask=None):
    B, h, L_q, d = q.shape
    L_k = k.shape[2]
    scores = torch.bmm((q / d**0.5).reshape(B*h, L_q, d), k.reshape(B*h, L_k, d).transpose(1, 2)).view(B, h, L_q, L_k)
    if mask is not None:
        scores = scores.masked_fill(mask.logical_not(), float("-inf"))
        empty = ~mask.any(-1, keepdim=True)
        scores = scores.masked_fill(empty, 0.0)
        weights = scores.softmax(-1).masked_fill(empty, 0.0)
    else:
        weights = scores.softmax(-1)
    return torch.einsum("bhij,bhjd->bhid", weights, v), weights
