# diagnosis: queries-and-keys-swapped
def attention_scores(q, k):
    return k @ q.transpose(-2, -1) / math.sqrt(q.shape[-1])
