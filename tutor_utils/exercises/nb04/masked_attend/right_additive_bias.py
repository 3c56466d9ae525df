def masked_attend(q, k, v, mask=None):
    bias = torch.zeros(q.shape[0], q.shape[1], q.shape[2], k.shape[2], dtype=q.dtype, device=q.device)
    if mask is not None:
        bias = bias.masked_fill(~mask, torch.finfo(q.dtype).min / 2)
    w = torch.softmax((q / math.sqrt(q.size(-1))) @ k.mT + bias, -1)
    if mask is not None:
        w = w * mask
    return torch.matmul(w, v), w
