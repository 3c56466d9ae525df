# diagnosis: divided-by-d_k
def attend(q, k, v):
    w = (q @ k.transpose(-2, -1) / q.shape[-1]).softmax(-1)
    return w @ v, w
