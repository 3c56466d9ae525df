"""gradient-stopped
"""
def project_qkv_fused(x, w_qkv):
    q, k, v = w_qkv(x).detach().chunk(3, dim=-1)
    return q, k, v
