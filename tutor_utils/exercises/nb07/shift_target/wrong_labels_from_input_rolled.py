"""input-rolled

Your labels end with the bos that begins the decoder input, as `roll` brings it round. What stands at the
end of `tgt` is never asked for.
Try: Where does the last token of your labels come from?
Hint: Use slices: the labels are all of `tgt` but its first token.
"""


def shift_target(tgt):
    decoder_input = tgt[:, :-1]
    return decoder_input, decoder_input.roll(-1, dims=1)
