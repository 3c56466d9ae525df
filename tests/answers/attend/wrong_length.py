# diagnosis: root-of-the-length
def attend(q, k, v):
    w = (q @ k.transpose(-2, -1) / k.shape[-2] ** 0.5).softmax(-1)
    return w @ v, w
