# --- usual
def rotate(x: Tensor, positions: Tensor, base: float = 10000.0) -> Tensor:
    half, odd = divmod(x.shape[-1], 2)
    if odd:
        raise ValueError(f"d_k={x.shape[-1]} must be even: features turn in pairs")
    speed = base ** (-torch.arange(half, device=x.device) / half)
    angle = positions[:, None] * speed
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    a, b = x[..., :half], x[..., half:]
    return torch.cat([a * cos - b * sin, b * cos + a * sin], dim=-1)


# --- llama
def rotate_half(x):
    x1 = x[..., : x.shape[-1] // 2]
    x2 = x[..., x.shape[-1] // 2 :]
    return torch.cat((-x2, x1), dim=-1)


def rotate(x, positions, base=10000.0):
    dim = x.shape[-1]
    if dim % 2 != 0:
        raise ValueError(f"head_dim {dim} is odd")
    inv_freq = 1.0 / (base ** (torch.arange(0, dim, 2, device=x.device).float() / dim))
    freqs = torch.outer(positions.float(), inv_freq)
    emb = torch.cat((freqs, freqs), dim=-1)
    cos = emb.cos()[None, None].to(x.dtype)
    sin = emb.sin()[None, None].to(x.dtype)
    return (x * cos) + (rotate_half(x) * sin)


# --- complex_numbers
def rotate(x, positions, base=10000.0):
    d = x.size(-1)
    if d % 2:
        raise ValueError(f"d_k must be even, not {d}")
    a, b = x.float().chunk(2, dim=-1)
    speed = base ** (-2 * torch.arange(d // 2, device=x.device) / d)
    angle = torch.einsum("l,i->li", positions.to(speed.dtype), speed)
    turned = torch.complex(a, b) * torch.polar(torch.ones_like(angle), angle)
    return torch.cat([turned.real, turned.imag], -1).type_as(x)


# --- pair_by_pair
def rotate(x, positions, base=10000.0):
    d_k = x.shape[-1]
    if d_k % 2 == 1:
        raise ValueError("d_k is odd: " + str(d_k))
    out = torch.zeros_like(x)
    for i in range(d_k // 2):
        angle = positions * base ** (-2 * i / d_k)
        c, s = torch.cos(angle), torch.sin(angle)
        first, second = x[..., i], x[..., i + d_k // 2]
        out[..., i] = first * c - second * s
        out[..., i + d_k // 2] = second * c + first * s
    return out


# --- number_or_speeds
def rotate(x, positions, base=10000.0):
    half, odd = divmod(x.shape[-1], 2)
    if odd:
        raise ValueError(f"d_k={x.shape[-1]} must be even")
    if not isinstance(base, Tensor):
        base = base ** (-torch.arange(half, device=x.device) / half)
    angle = positions[:, None] * base.to(x.device)
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    a, b = x[..., :half], x[..., half:]
    return torch.cat([a * cos - b * sin, b * cos + a * sin], dim=-1)
