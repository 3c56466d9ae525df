# diagnosis: root-of-the-length
def attention_scores(q, k):
    return q @ k.transpose(-2, -1) / math.sqrt(k.shape[-2])
