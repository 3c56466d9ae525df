# diagnosis: divided-by-d_k
def attention_scores(q, k):
    return q @ k.transpose(-2, -1) / q.shape[-1]
