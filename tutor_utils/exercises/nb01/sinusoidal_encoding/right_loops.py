def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f'd_model={d_model} must be even')
    rows = []
    for p in range(length):
        row = []
        for j in range(d_model):
            a = p / 10000 ** ((j - j % 2) / d_model)
            row.append(math.cos(a) if j % 2 else math.sin(a))
        rows.append(row)
    return torch.tensor(rows)
