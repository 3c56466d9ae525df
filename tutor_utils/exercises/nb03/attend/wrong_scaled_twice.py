"""divided-by-d_k"""


def attend(q, k, v):
    scores = attention_scores(q, k) / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    output = weights @ v
    return output, weights
