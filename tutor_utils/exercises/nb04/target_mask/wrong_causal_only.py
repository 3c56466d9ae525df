"""padding-forgotten

Only the future is hidden, by one mask for all rows. Pads can still be read.
Try: Two things must hold for a key. Which of them does your mask ask?
Hint: Join it with the padding mask.
"""


def target_mask(ids, pad_id):
    past = causal_mask(ids.shape[1], ids.device)
    return past
