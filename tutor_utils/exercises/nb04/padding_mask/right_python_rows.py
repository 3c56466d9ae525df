def padding_mask(ids, pad_id):
    return torch.tensor([[[[t != pad_id for t in row]]] for row in ids.tolist()], device=ids.device)
