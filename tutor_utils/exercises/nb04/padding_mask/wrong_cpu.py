"""device-named"""


def padding_mask(ids, pad_id):
    mask = torch.tensor([[i != pad_id for i in row] for row in ids.tolist()])
    return mask[:, None, None, :]
