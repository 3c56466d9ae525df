"""blocked-row-nan-gradient

You repaired the NaN after the softmax, but its gradient was NaN already. It runs backward into all
weights.
Try: A NaN that is replaced afterwards still spoils the gradient. Where does it arise?
Hint: torch.finfo(scores.dtype).min is finite.
"""


def masked_attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    scores = (q / math.sqrt(q.size(-1))) @ k.transpose(-2, -1)
    if mask is not None:
        bias = torch.zeros(mask.shape, dtype=scores.dtype, device=scores.device)
        bias = bias.masked_fill(~mask, float("-inf"))
        scores = scores + bias
    weights = torch.softmax(scores, dim=-1)
    if mask is not None:
        weights = torch.nan_to_num(weights, nan=0.0)
    return weights @ v, weights
