"""fill-not-low-enough

Your fill is a number that scores can reach. A blocked key then keeps some weight, or takes it from
the open ones.
Try: With which number must softmax begin so that `exp` of it is 0?
Hint: `-math.inf`, or the smallest number of the type: `torch.finfo(scores.dtype).min`.
"""


def masked_attend(
    q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)  # (B, h, L_q, L_k)
    if mask is not None:
        scores = scores.masked_fill(~mask, -10.0)
    weights = scores.softmax(dim=-1)
    if mask is not None:
        pass
    return weights @ v, weights
