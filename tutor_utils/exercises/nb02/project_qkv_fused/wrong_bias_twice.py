"""bias-added-twice

The bias stands in your results twice: the layer adds it when you call it, and you add it again.
Try: What does `layer(x)` give for a token of zeros?
Hint: Leave out `+ layer.bias`.
"""


def project_qkv_fused(x, w_qkv):
    return (w_qkv(x) + w_qkv.bias).chunk(3, dim=-1)
