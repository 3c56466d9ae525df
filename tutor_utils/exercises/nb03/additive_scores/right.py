# --- loop_over_keys
def additive_scores(q, k, w_q, w_k, v):
    asked = w_q(q)
    columns = []
    for j in range(k.shape[1]):
        hidden = torch.tanh(asked + w_k(k[:, j : j + 1]))
        columns.append(v(hidden).squeeze(-1) if callable(v) else hidden @ v)
    return torch.stack(columns, dim=-1)


# --- usual
def additive_scores(q, k, w_q, w_k, v):
    queries = w_q(q)[:, :, None]
    keys = w_k(k)[:, None]
    hidden = torch.tanh(queries + keys)
    scores = hidden @ v
    return scores
