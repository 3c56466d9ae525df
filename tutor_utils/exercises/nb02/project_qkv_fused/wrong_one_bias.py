"""one-bias-for-all

Key and value get the bias of the query. The stacked layer has a bias for each: its first d_model
numbers are the query's, the next the key's, the last the value's.
Try: Cut the bias as you cut the weight, or call the layer itself: it does both.
"""


def project_qkv_fused(x, w_qkv):
    d_model = x.shape[-1]
    parts = (x @ weight.T for weight in w_qkv.weight.chunk(3))
    bias = 0 if w_qkv.bias is None else w_qkv.bias[:d_model]
    return tuple(part + bias for part in parts)
