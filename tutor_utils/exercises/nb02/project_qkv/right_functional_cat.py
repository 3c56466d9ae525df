def project_qkv(x, w_q, w_k, w_v):
    W = torch.cat([w_q.weight, w_k.weight, w_v.weight])
    b = None if w_q.bias is None else torch.cat([w_q.bias, w_k.bias, w_v.bias])
    return F.linear(x, W, b).split(x.shape[-1], dim=-1)
