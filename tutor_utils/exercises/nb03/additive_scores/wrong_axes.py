"""axes-swapped

Queries and keys are swapped in your table.
Try: Which axis do the queries get, and which the keys?
Hint: Queries get the axis in front.
Seen: https://github.com/DEEP-PolyU/KEQA_WSDM19/issues/2
"""


def additive_scores(q, k, w_q, w_k, v):
    queries = w_q(q)[:, None]
    keys = w_k(k)[:, :, None]
    hidden = torch.tanh(queries + keys)
    scores = hidden @ v
    return scores
