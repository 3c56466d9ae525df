def project_qkv(x, w_q, w_k, w_v):
    out = []
    for layer in (w_q, w_k, w_v):
        out.append(torch.stack([layer(x[:, t]) for t in range(x.shape[1])], dim=1))
    return out[0], out[1], out[2]
