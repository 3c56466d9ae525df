"""indivisible-not-refused

With 10 features and 3 heads no whole d_k exists. Your code goes on (and `//` drops features
without a word), or stops with an error that does not say why.
Try: Test `d_model % num_heads` before you cut, and raise ValueError that names num_heads and its value.
Hint: if d_model % num_heads: raise ValueError(f"num_heads={num_heads} ...")
Fails: refuses
Seen: https://github.com/wanshuiyin/ARIS-in-AI-Offer/pull/45
"""


def split_heads(x, num_heads):
    B, L, d_model = x.shape
    assert d_model % num_heads == 0
    return x.reshape(B, L, num_heads, -1).transpose(1, 2)
