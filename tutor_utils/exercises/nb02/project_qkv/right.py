# --- call
def project_qkv(x, w_q, w_k, w_v):
    return w_q(x), w_k(x), w_v(x)


# --- functional
def project_qkv(x, w_q, w_k, w_v):
    return tuple(F.linear(x, w.weight, w.bias) for w in (w_q, w_k, w_v))


# --- stacked_weights
def project_qkv(x, w_q, w_k, w_v):
    weight = torch.cat([w_q.weight, w_k.weight, w_v.weight])
    y = x @ weight.T
    if w_q.bias is not None:
        y = y + torch.cat([w_q.bias, w_k.bias, w_v.bias])
    return y.split(x.shape[-1], dim=-1)
