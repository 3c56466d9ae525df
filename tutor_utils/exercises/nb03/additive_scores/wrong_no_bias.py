"""bias-forgotten

Your projections are x @ weight.T. A layer may also have a bias.
Try: Call the layers themselves, `w_q(q)`: they do both.
"""


def additive_scores(q, k, w_q, w_k, v):
    queries = (q @ w_q.weight.T)[:, :, None]
    keys = (k @ w_k.weight.T)[:, None]
    hidden = torch.tanh(queries + keys)
    scores = hidden @ v
    return scores
