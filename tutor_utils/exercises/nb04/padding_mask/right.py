# --- python_rows
def padding_mask(ids, pad_id):
    return torch.tensor([[[[t != pad_id for t in row]]] for row in ids.tolist()], device=ids.device)


# --- usual
def padding_mask(ids, pad_id):
    mask = ids != pad_id
    return mask[:, None, None, :]


# --- where
def padding_mask(ids, pad_id):
    yes = torch.ones_like(ids, dtype=torch.bool)
    return torch.where(ids == pad_id, ~yes, yes).reshape(ids.size(0), 1, 1, -1)
