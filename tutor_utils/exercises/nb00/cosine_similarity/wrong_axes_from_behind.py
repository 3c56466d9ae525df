"""leading-axes-put-in-behind

Where one argument has fewer axes, your code puts the missing ones in just before the features.
Broadcasting puts them in front: (L, d) goes with each of the B tables in (B, L, d).
Try: Give it a of shape (3, 5) and b of shape (2, 3, 5). The result has the shape (2, 3).
Hint: PyTorch broadcasts by itself, from the last axis backwards; nothing has to be put in.
"""


def cosine_similarity(a, b):
    while a.dim() < b.dim():
        a = a.unsqueeze(-2)
    while b.dim() < a.dim():
        b = b.unsqueeze(-2)
    lengths = a.norm(dim=-1) * b.norm(dim=-1)
    return (a * b).sum(dim=-1) / lengths.clamp(min=1e-8)
