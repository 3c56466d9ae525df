"""tanh-before-sum

You took the tanh of each part and then added. The key's share is then the same for every query.
Try: Add first; tanh stands around the sum.
"""


def additive_scores(q, k, w_q, w_k, v):
    a = torch.tanh(w_q(q)).unsqueeze(2)
    b = torch.tanh(w_k(k)).unsqueeze(1)
    return (a + b) @ v if not callable(v) else v(a + b).squeeze(-1)
