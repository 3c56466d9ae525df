def project_qkv_fused(x, w_qkv):
    weights = w_qkv.weight.chunk(3)
    biases = (None,) * 3 if w_qkv.bias is None else w_qkv.bias.chunk(3)
    return tuple(F.linear(x, w, b) for w, b in zip(weights, biases))
