"""whole-input

The decoder input still holds the last column, so the two widths differ.
Try: How many columns should the input have, when the target has L+1?
Hint: Drop the last column of the input.
"""


def shift_target(tgt):
    decoder_input = tgt
    labels = tgt[:, 1:]
    return decoder_input, labels
