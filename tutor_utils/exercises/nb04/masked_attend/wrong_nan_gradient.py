"""blocked-row-nan-gradient"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is None:
        mask = torch.ones_like(scores, dtype=torch.bool)
    least = torch.finfo(scores.dtype).min
    largest = scores.detach().masked_fill(~mask, least).amax(-1, keepdim=True)
    shares = ((scores - largest) * mask).exp() * mask
    weights = (shares / shares.sum(-1, keepdim=True)).nan_to_num()
    return weights @ v, weights
