"""heads-before-batch

You put the head axis in front of the batch axis: (h, B, L, d_k). The course keeps the batch first
everywhere.
Try: Which axis stands first in your result? Look at your `permute`; `stack` puts its new axis first
where no `dim` is given.
"""


def split_heads(x, num_heads):
    if x.shape[-1] % num_heads:
        raise ValueError(f"num_heads={num_heads}")
    return torch.stack(x.chunk(num_heads, -1))
