"""row-rolled-to-the-right

Your decoder input begins with the last token of the row, and bos comes behind it: `roll` has moved all
one place to the right, and bos stood in front already.
Try: Which token does the decoder read first?
Hint: Use slices: the decoder input is all of `tgt` but its last token.
"""


def shift_target(tgt):
    return tgt.roll(1, dims=1)[:, :-1], tgt[:, 1:]
