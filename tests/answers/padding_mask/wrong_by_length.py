# diagnosis: pads-on-the-left
def padding_mask(ids, pad_id):
    lengths = (ids != pad_id).sum(dim=1)
    place = torch.arange(ids.shape[1] - 1, -1, -1, device=ids.device)
    return (place < lengths[:, None])[:, None, None, :]
