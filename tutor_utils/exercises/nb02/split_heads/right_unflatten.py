def split_heads(x, num_heads):
    if x.shape[-1] % num_heads:
        raise ValueError(f"{num_heads} heads cannot share d_model={x.shape[-1]} features")
    return x.unflatten(-1, (num_heads, -1)).movedim(2, 1)
