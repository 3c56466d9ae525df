"""future-hidden

You hide later keys from each query, as a language model does. Here nobody asked for a mask: every query reads every key. Masks come in notebook 04.
Try: Print your weights. Why are so many of them 0?
Hint: Leave the mask out: the lines with `tril` and `masked_fill`, or `is_causal=True`.
"""


def attend(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    earlier = torch.ones(scores.shape[-2:], dtype=torch.bool, device=q.device).tril()
    weights = scores.masked_fill(~earlier, -math.inf).softmax(dim=-1)
    return weights @ v, weights
