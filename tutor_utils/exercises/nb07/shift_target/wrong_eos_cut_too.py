"""last-label-cut

The labels lack their last column too, so a row that fills the batch never learns to say eos.
Try: Which columns of tgt does each of your two slices leave out?
Hint: The labels begin one place later and go on to the end: `tgt[:, 1:]`.
"""


def shift_target(tgt):
    decoder_input = tgt[:, :-1]
    labels = tgt[:, 1:-1]
    return decoder_input, labels
