"""one-length-for-all

You divided by the length of the whole tensor. Each vector has a length of its own.
Try: Over which axis is your length taken? Print its shape.
Hint: Give the axis: `a.norm(dim=-1, keepdim=True)`.
"""


def cosine_similarity(a, b):
    a = a / a.norm().clamp(min=1e-12)
    b = b / b.norm().clamp(min=1e-12)
    return (a * b).sum(-1)
