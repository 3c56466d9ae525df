def merge_heads(x):
    B, h, L, d_k = x.shape
    out = x.new_empty(B, L, h * d_k)
    for i in range(h):
        out[:, :, i * d_k : (i + 1) * d_k] = x[:, i]
    return out
