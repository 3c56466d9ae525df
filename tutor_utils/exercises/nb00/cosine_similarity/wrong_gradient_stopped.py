"""gradient-stopped
"""
def cosine_similarity(a, b):
    dot = (a * b).sum(dim=-1)
    lengths = (a.norm(dim=-1) * b.norm(dim=-1)).detach()
    return torch.where(lengths > 0, dot / lengths, torch.zeros_like(dot))
