# A tensor for the table.
def edit_distance(a, b):
    d = torch.zeros(len(a) + 1, len(b) + 1, dtype=torch.long)
    d[:, 0] = torch.arange(len(a) + 1)
    d[0] = torch.arange(len(b) + 1)
    d = d.tolist()
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            d[i + 1][j + 1] = sorted([d[i][j + 1] + 1, d[i + 1][j] + 1, d[i][j] + (0 if x == y else 1)])[0]
    return d[-1][-1]
