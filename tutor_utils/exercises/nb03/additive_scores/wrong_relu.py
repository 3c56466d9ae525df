"""another-activation

You used ReLU. Additive attention uses tanh.
Try: Compare the function round your sum with the formula.
Hint: torch.tanh
"""


def additive_scores(q, k, w_q, w_k, v):
    return torch.relu(w_q(q)[:, :, None] + w_k(k)[:, None]) @ v
