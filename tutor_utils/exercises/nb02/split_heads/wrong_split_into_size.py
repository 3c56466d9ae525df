"""split-by-count

`split(num_heads)` makes parts of num_heads features, as many as fit. You want num_heads parts of
d_k features.
Try: Which number does `split` take: how many parts, or how large each is?
Hint: `x.split(d_k, dim=-1)`, or `x.chunk(num_heads, dim=-1)`.
"""


def split_heads(x, num_heads):
    if x.shape[-1] % num_heads:
        raise ValueError(f"num_heads={num_heads} must divide d_model={x.shape[-1]}")
    return torch.stack(x.split(num_heads, dim=2), dim=1)
