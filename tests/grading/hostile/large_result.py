# attack: return 1 GB


def split_heads(x, num_heads):
    return torch.zeros(2**29 + 1, dtype=torch.float16)
