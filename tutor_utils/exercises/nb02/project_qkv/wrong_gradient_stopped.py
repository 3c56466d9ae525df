"""gradient-stopped
"""
def project_qkv(x, w_q, w_k, w_v):
    with torch.no_grad():
        return w_q(x), w_k(x), w_v(x)
