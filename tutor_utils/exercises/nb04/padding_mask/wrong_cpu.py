"""device-named"""


def padding_mask(ids, pad_id):
    return torch.tensor([[i != pad_id for i in row] for row in ids.tolist()])[:, None, None]
