def split_heads(x, num_heads):
    b, l, d = x.size()
    if d // num_heads * num_heads != d:
        raise ValueError("d_model=%d cannot be cut into num_heads=%d" % (d, num_heads))
    return x.unfold(2, d // num_heads, d // num_heads).permute(0, 2, 1, 3)
