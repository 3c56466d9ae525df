"""blocked-row-uniform"""


def masked_attend(q, k, v, mask=None):
    s = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, torch.finfo(s.dtype).min)
    w = s.softmax(-1)
    if mask is not None and mask.shape[-2] == s.shape[-2]:
        w = w.masked_fill(~mask, 0.0)
    return w @ v, w
