# attack: return nothing but NaN


def split_heads(x, num_heads):
    b, l, d = x.shape
    return torch.full((b, num_heads, l, d // num_heads), float('nan'))
