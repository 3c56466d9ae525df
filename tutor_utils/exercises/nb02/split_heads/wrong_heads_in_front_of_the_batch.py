"""heads-in-front-of-the-batch

You put the heads one after the other along the batch, all sentences of head 0 first. To read this
as (B, h, ...) mixes sentences with heads: it would have to be read as (h, B, ...).
Try: With B = 2 and 2 heads: which sentence and which head stand second in your stack?
Hint: `torch.stack(parts, dim=1)` makes the new axis where it belongs.
"""


def split_heads(x, num_heads):
    B, L, d_model = x.shape
    if d_model % num_heads:
        raise ValueError(f"num_heads={num_heads} does not divide d_model={d_model}")
    d_k = d_model // num_heads
    stacked = torch.cat(x.split(d_k, dim=2), dim=0)  # (h * B, L, d_k)
    return stacked.reshape(B, num_heads, L, d_k)
