"""additive-mask

Your mask holds 0 and -inf, to be added to the scores, as PyTorch's `generate_square_subsequent_mask`
does. Here it says yes or no: True where the key may be read.
Try: Which `dtype` has the comparison alone, before numbers are made of it?
Hint: return (ids != pad_id)[:, None, None, :]
"""


def padding_mask(ids, pad_id):
    mask = torch.zeros(ids.shape, device=ids.device).masked_fill(ids == pad_id, -math.inf)
    return mask[:, None, None, :]
