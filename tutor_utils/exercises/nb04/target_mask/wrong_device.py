"""device-named"""


def target_mask(ids, pad_id):
    return padding_mask(ids, pad_id) & torch.ones(ids.shape[1], ids.shape[1], device='cpu').tril().bool()
