"""changes-its-argument"""


def attention_scores(q, k):
    q /= math.sqrt(q.shape[-1])
    scores = q @ k.transpose(-2, -1)
    return scores
