"""one-future-token

Each token sees one token of the future. In training it sees its own answer: the loss is near zero
and decoding fails.
Try: Look at the number in `tril`.
"""


def causal_mask(length, device=None):
    return torch.ones(length, length, dtype=torch.bool, device=device).tril(1)[None, None]
