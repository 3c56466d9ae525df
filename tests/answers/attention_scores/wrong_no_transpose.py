# diagnosis: wrong-axes-transposed
def attention_scores(q, k):
    return q @ k / math.sqrt(q.shape[-1])
