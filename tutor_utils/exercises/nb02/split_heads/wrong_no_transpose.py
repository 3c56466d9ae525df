"""heads-not-moved

You cut the features into heads, but left the head axis behind the tokens: (B, L, h, d_k).
Attention would then compare heads with heads and not tokens with tokens.
Try: Look at the order of the axes after the cut. Which two must change places?
Hint: One `.transpose(1, 2)` is missing.
Seen: https://github.com/reczoo/FuxiCTR/issues/30
"""


def split_heads(x, num_heads):
    B, L, d_model = x.shape
    if d_model % num_heads:
        raise ValueError(f"num_heads={num_heads}")
    return x.reshape(B, L, num_heads, d_model // num_heads)
