def attend(q, k, v):
    outs, ws = [], []
    for i in range(q.shape[-2]):
        w = (k @ q[..., i, :, None] / math.sqrt(q.shape[-1])).softmax(-2)
        outs.append((w * v).sum(-2)); ws.append(w[..., 0])
    return torch.stack(outs, -2), torch.stack(ws, -2)
