# --- cat
def merge_heads(x):
    return torch.cat(list(x.unbind(1)), dim=-1)


# --- contiguous_view
def merge_heads(x):
    B, h, L, d_k = x.shape
    return x.transpose(1, 2).contiguous().view(B, L, h * d_k)


# --- permute_reshape
def merge_heads(x):
    B, h, L, d_k = x.shape
    return x.permute(0, 2, 1, 3).reshape(B, L, -1)
