"""split-by-count

You made d_k heads of num_heads features each. You want num_heads heads of d_k features.
Try: Which of your numbers says how many parts there are, and which how large each is? (`split`
takes the size, `chunk` the count.)
Hint: `x.split(d_k, dim=-1)`, or `x.chunk(num_heads, dim=-1)`.
"""


def split_heads(x, num_heads):
    if x.shape[-1] % num_heads:
        raise ValueError(f"num_heads={num_heads} must divide d_model={x.shape[-1]}")
    return torch.stack(x.split(num_heads, dim=2), dim=1)
