"""indivisible-not-refused

With 10 features and 3 heads no whole d_k exists. Your code goes on: `//` drops features without a
word.
Try: How many features do your heads hold together, and how many came in?
Hint: if d_model % num_heads: raise ValueError(...)
Fails: refuses
Seen: https://github.com/wanshuiyin/ARIS-in-AI-Offer/pull/45
"""


def split_heads(x, num_heads):
    B, L, d_model = x.shape
    d_k = d_model // num_heads
    return x[..., : num_heads * d_k].reshape(B, L, num_heads, d_k).transpose(1, 2)
