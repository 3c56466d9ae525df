def causal_mask(length, device=None):
    rows = torch.zeros(1, 1, length, length, dtype=torch.bool, device=device)
    for q in range(length):
        rows[..., q, : q + 1] = True
    return rows
