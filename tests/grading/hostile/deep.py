# attack: return a list in a list, 100000 deep

def split_heads(x, num_heads):
    value = []
    for _ in range(100_000):
        value = [value]
    return value
