# diagnosis: weights-transposed
def attend(q, k, v):
    s = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    w = s.softmax(-1)
    return w.transpose(-2, -1) @ v, w
