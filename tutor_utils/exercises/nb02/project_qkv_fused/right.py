# --- chunk
def project_qkv_fused(x, w_qkv):
    return w_qkv(x).chunk(3, dim=-1)


# --- slices
def project_qkv_fused(x, w_qkv):
    d = x.shape[-1]
    y = w_qkv(x)
    return y[..., :d], y[..., d : 2 * d], y[..., -d:]


# --- tensor_split
def project_qkv_fused(x, w_qkv):
    q, k, v = torch.tensor_split(w_qkv(x), 3, dim=2)
    return q, k, v


# --- three_small
def project_qkv_fused(x, w_qkv):
    weights = w_qkv.weight.chunk(3)
    biases = (None,) * 3 if w_qkv.bias is None else w_qkv.bias.chunk(3)
    return tuple(F.linear(x, w, b) for w, b in zip(weights, biases))


# --- unflatten_unbind
def project_qkv_fused(x, w_qkv):
    return w_qkv(x).unflatten(-1, (3, x.shape[-1])).unbind(-2)


# --- usual
def project_qkv_fused(x, w_qkv):
    qkv = w_qkv(x)
    q, k, v = qkv.chunk(3, dim=-1)
    return q, k, v
