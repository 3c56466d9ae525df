def project_qkv_fused(x, w_qkv):
    q, k, v = torch.tensor_split(w_qkv(x), 3, dim=2)
    return q, k, v
