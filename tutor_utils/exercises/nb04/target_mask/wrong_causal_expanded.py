"""padding-forgotten

Only the future is hidden. Pads inside or before a row can still be read.
Try: Two things must hold for a key. Which of them does your mask ask?
Hint: Join it with the padding mask.
"""


def target_mask(ids, pad_id):
    past = causal_mask(ids.shape[1], ids.device)
    return past.expand(len(ids), -1, -1, -1)
