"""cut-along-tokens

You cut the axis of the tokens (or of the sentences) into three. The three projections lie side by
side in the features, the last axis.
Try: Look at `dim` in your `chunk` or `split`. Without `dim` it is 0, the sentences.
Hint: chunk(3, dim=-1)
"""


def project_qkv_fused(x, w_qkv):
    q, k, v = w_qkv(x).chunk(3)
    return q, k, v
