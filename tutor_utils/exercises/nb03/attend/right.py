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


# --- usual
def attend(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = scores.softmax(dim=-1)
    output = weights @ v
    return output, weights
