def attend(q, k, v):
    w = ((q * q.shape[-1] ** -0.5) @ k.mT).softmax(-1)
    return F.scaled_dot_product_attention(q, k, v), w
