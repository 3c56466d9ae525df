# --- einsum
def attend(q, k, v):
    w = torch.softmax(torch.einsum('...qd,...kd->...qk', q, k) / q.size(-1) ** 0.5, -1)
    return torch.einsum('...qk,...kd->...qd', w, v), w


# --- library_output
def attend(q, k, v):
    w = ((q * q.shape[-1] ** -0.5) @ k.mT).softmax(-1)
    return F.scaled_dot_product_attention(q, k, v), w


# --- library_twice
def attend(q, k, v):
    out = F.scaled_dot_product_attention(q, k, v)
    w = F.scaled_dot_product_attention(q, k, torch.eye(k.shape[-2], dtype=k.dtype, device=k.device).expand(*k.shape[:-2], -1, -1))
    return out, w


# --- query_loop
def attend(q, k, v):
    outs, ws = [], []
    for i in range(q.shape[-2]):
        w = (k @ q[..., i, :, None] / math.sqrt(q.shape[-1])).softmax(-2)
        outs.append((w * v).sum(-2)); ws.append(w[..., 0])
    return torch.stack(outs, -2), torch.stack(ws, -2)


# --- usual
def attend(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    output = weights @ v
    return output, weights
