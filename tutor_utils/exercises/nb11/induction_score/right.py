# --- diagonal
def induction_score(weights, period):
    stripe = weights.diagonal(1 - period, dim1=-2, dim2=-1)  # (B, h, L - period + 1)
    return stripe[..., 1:].mean(dim=(0, 2))


# --- heads
def induction_score(weights, period):
    scores = []
    for head in range(weights.shape[1]):
        here = [weights[:, head, t, t - period + 1] for t in range(period, weights.shape[2])]
        scores.append(torch.stack(here).mean())
    return torch.stack(scores)


# --- masked
def induction_score(weights, period):
    L = weights.shape[-1]
    t, key = torch.arange(L, device=weights.device)[:, None], torch.arange(L, device=weights.device)
    on = (key == t - period + 1) & (t >= period)  # (L, L)
    return (weights * on).sum((-2, -1)).mean(0) / on.sum()


# --- usual
def induction_score(weights, period):
    t = torch.arange(period, weights.shape[-1], device=weights.device)
    return weights[:, :, t, t - period + 1].mean(dim=(0, 2))
