"""labels-rolled

Your decoder input begins with the token that ends the labels, as `roll` brings it round, and bos is
missing. Decoding starts from bos: the model would never have seen it.
Try: Where does the first token of your decoder input come from?
Hint: Use slices: the decoder input is all of `tgt` but its last token.
"""


def shift_target(tgt):
    labels = tgt[:, 1:]
    return labels.roll(1, dims=1), labels
