"""cut-along-tokens

You cut the axis of the tokens (or of the sentences) into three. The three projections lie side by
side in the features, the last axis.
Try: Along which axis do you cut? In `chunk` and `split` it is `dim`, and without `dim` it is 0, the
sentences.
Hint: chunk(3, dim=-1)
Seen: https://github.com/tunib-ai/parallelformers/issues/41
"""


def project_qkv_fused(x, w_qkv):
    qkv = w_qkv(x)
    q, k, v = qkv.chunk(3)
    return q, k, v
