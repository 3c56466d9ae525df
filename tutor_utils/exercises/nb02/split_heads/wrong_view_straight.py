"""view-straight-to-heads

You went from (B, L, d_model) to (B, h, L, d_k) in one reshape. That does not move an axis: it cuts
the numbers anew, so one head holds features of other tokens.
Try: Look at head 0 of token 1 in the small example: whose features are these?
Hint: First reshape to (B, L, h, d_k), only then `.transpose(1, 2)`.
Seen: https://github.com/hyunwoongko/transformer/issues/15
"""


def split_heads(x, num_heads):
    B, L, d_model = x.shape
    if d_model % num_heads:
        raise ValueError(f"num_heads={num_heads}")
    return x.reshape(B, num_heads, L, d_model // num_heads)
