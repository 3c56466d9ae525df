# --- call
def project_qkv(x, w_q, w_k, w_v):
    return w_q(x), w_k(x), w_v(x)


# --- einsum
def project_qkv(x, w_q, w_k, w_v):
    def one(layer):
        y = torch.einsum("bld,od->blo", x, layer.weight)
        return y if layer.bias is None else y + layer.bias
    return one(w_q), one(w_k), one(w_v)


# --- functional
def project_qkv(x, w_q, w_k, w_v):
    return tuple(F.linear(x, w.weight, w.bias) for w in (w_q, w_k, w_v))


# --- functional_cat
def project_qkv(x, w_q, w_k, w_v):
    W = torch.cat([w_q.weight, w_k.weight, w_v.weight])
    b = None if w_q.bias is None else torch.cat([w_q.bias, w_k.bias, w_v.bias])
    return F.linear(x, W, b).split(x.shape[-1], dim=-1)


# --- per_token
def project_qkv(x, w_q, w_k, w_v):
    out = []
    for layer in (w_q, w_k, w_v):
        out.append(torch.stack([layer(x[:, t]) for t in range(x.shape[1])], dim=1))
    return out[0], out[1], out[2]


# --- stacked_weights
def project_qkv(x, w_q, w_k, w_v):
    weight = torch.cat([w_q.weight, w_k.weight, w_v.weight])
    y = x @ weight.T
    if w_q.bias is not None:
        y = y + torch.cat([w_q.bias, w_k.bias, w_v.bias])
    return y.split(x.shape[-1], dim=-1)
