# diagnosis: heads-before-batch
def split_heads(x, num_heads):
    if x.shape[-1] % num_heads:
        raise ValueError(f"num_heads={num_heads}")
    return torch.stack(x.chunk(num_heads, -1))
