# diagnosis: no-scale
def attend(q, k, v):
    w = (q @ k.transpose(-2, -1)).softmax(-1)
    return w @ v, w
