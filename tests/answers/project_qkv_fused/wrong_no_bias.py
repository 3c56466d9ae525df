# diagnosis: bias-forgotten
def project_qkv_fused(x, w_qkv):
    return (x @ w_qkv.weight.T).chunk(3, -1)
