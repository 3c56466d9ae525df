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
