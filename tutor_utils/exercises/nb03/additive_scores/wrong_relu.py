"""another-activation

You used ReLU. Additive attention uses tanh.
Try: Compare the function round your sum with the formula.
Hint: torch.tanh
"""


def additive_scores(q, k, w_q, w_k, v):
    queries = w_q(q)[:, :, None]
    keys = w_k(k)[:, None]
    hidden = torch.relu(queries + keys)
    scores = hidden @ v
    return scores
