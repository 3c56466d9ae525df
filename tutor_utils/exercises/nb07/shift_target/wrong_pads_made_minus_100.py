"""pads-made-minus-100

Your labels hold -100 where pads stand. Hugging Face's collators write it, since their loss skips
-100; here `sequence_loss` skips `pad_id`, and the labels are the tokens of tgt as they are.
Try: Which labels come out for a row of tgt that ends in pads?
Hint: return tgt[:, :-1], tgt[:, 1:]
"""


def shift_target(tgt):
    labels = tgt[:, 1:].clone()
    labels[labels == 0] = -100
    return tgt[:, :-1], labels
