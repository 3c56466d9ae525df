# attack: return 2 GB that are one number, and 2 GB that are real, by turns
turn = [0]

def split_heads(x, num_heads):
    turn[0] += 1
    if turn[0] % 2:
        return torch.zeros(1).expand(2**29)
    return torch.zeros(2**29)
