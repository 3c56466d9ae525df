def attend(q, k, v):
    w = torch.softmax(torch.einsum('...qd,...kd->...qk', q, k) / q.size(-1) ** 0.5, -1)
    return torch.einsum('...qk,...kd->...qd', w, v), w
