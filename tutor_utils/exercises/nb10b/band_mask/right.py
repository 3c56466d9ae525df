# --- usual
def band_mask(length, window, device=None):
    if window < 1:
        raise ValueError(f"window={window} must be 1 or more: a token sees itself")
    place = torch.arange(length, device=device)
    back = place[:, None] - place  # (L, L): how far behind the query the key stands
    return ((back >= 0) & (back < window))[None, None]


# --- two_triangles
def band_mask(length, window, device=None):
    if window < 1:
        raise ValueError(f"window must be at least 1, got {window}")
    ones = torch.ones(length, length, dtype=torch.bool, device=device)
    return (ones.tril() & ones.triu(-(window - 1))).view(1, 1, length, length)


# --- causal_minus_older
def band_mask(length, window, device=None):
    assert window >= 1, f"window={window}"
    mask = causal_mask(length, device)
    return mask & ~mask.tril(-window)


# --- row_by_row
def band_mask(length, window, device=None):
    if window <= 0:
        raise ValueError("window " + str(window))
    mask = torch.zeros(length, length, dtype=torch.bool, device=device)
    for i in range(length):
        mask[i, max(0, i - window + 1) : i + 1] = True
    return mask.unsqueeze(0).unsqueeze(0)
