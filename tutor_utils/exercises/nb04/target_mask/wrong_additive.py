"""additive-mask

Your mask holds 0 and -inf, to be added to the scores, as PyTorch's `generate_square_subsequent_mask`
does. Here it says yes or no: True where the key may be read.
Try: Which `dtype` has the comparison alone, before numbers are made of it?
Hint: padding_mask(ids, pad_id) & causal_mask(ids.shape[1], ids.device)
"""


def target_mask(ids, pad_id):
    open_keys = padding_mask(ids, pad_id) & causal_mask(ids.shape[1], ids.device)
    return torch.zeros(open_keys.shape, device=ids.device).masked_fill(~open_keys, -math.inf)
