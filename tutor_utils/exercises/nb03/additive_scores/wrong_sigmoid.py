"""another-activation

You used the sigmoid. Additive attention uses tanh.
Try: Compare the function round your sum with the formula.
Hint: torch.tanh
"""


def additive_scores(q, k, w_q, w_k, v):
    queries = w_q(q)[:, :, None]
    keys = w_k(k)[:, None]
    hidden = torch.sigmoid(queries + keys)
    scores = hidden @ v
    return scores
