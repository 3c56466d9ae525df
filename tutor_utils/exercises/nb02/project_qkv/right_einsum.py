def project_qkv(x, w_q, w_k, w_v):
    def one(layer):
        y = torch.einsum("bld,od->blo", x, layer.weight)
        return y if layer.bias is None else y + layer.bias
    return one(w_q), one(w_k), one(w_v)
