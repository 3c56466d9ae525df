"""one-future-token

Each token sees one token of the future. In training it sees its own answer: the loss is near zero
and decoding fails.
Try: May query 0 see key 1 in your mask? Look at the number in `tril` or `triu`, or at your
comparison.
Seen: https://github.com/karpathy/nanoGPT/issues/331
"""


def causal_mask(length, device=None):
    mask = torch.ones(length, length, dtype=torch.bool, device=device)
    mask = mask.tril(1)
    return mask[None, None]
