def cosine_similarity(a, b):
    return torch.nan_to_num((a * b).sum(-1) / torch.linalg.vector_norm(a, dim=-1) / torch.linalg.vector_norm(b, dim=-1))
