"""whole-labels

The labels still hold the bos, so the two widths differ. Nobody should ever say bos.
Try: What should the decoder answer at step 0? Is that your first label?
Hint: Drop the first column of the labels.
"""


def shift_target(tgt):
    decoder_input = tgt[:, :-1]
    labels = tgt
    return decoder_input, labels
