# diagnosis: softmax-over-queries
def attend(q, k, v):
    s = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    w = s.softmax(-2)
    return w @ v, w
