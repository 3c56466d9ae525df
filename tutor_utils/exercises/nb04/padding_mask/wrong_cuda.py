"""device-named"""


def padding_mask(ids, pad_id):
    return (ids.to("cuda") != pad_id)[:, None, None, :]
