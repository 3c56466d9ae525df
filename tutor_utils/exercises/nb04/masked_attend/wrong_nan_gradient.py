"""blocked-row-nan-gradient"""


def masked_attend(q, k, v, mask=None):
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    shares = (scores - scores.detach().amax(-1, keepdim=True).clamp_min(-1e4)).exp()
    weights = (shares / shares.sum(-1, keepdim=True)).nan_to_num()
    return weights @ v, weights
