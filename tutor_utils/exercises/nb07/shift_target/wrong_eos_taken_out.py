"""eos-taken-out

You took the eos out of the decoder input. The decoder input is tgt without its last column: in a
shorter row the eos stays, and a row whose eos is cut off stays as wide as the others.
Try: Which column must go, whatever stands in it?
Hint: decoder_input = tgt[:, :-1]
"""


def shift_target(tgt):
    decoder_input = tgt[tgt != 2].reshape(tgt.shape[0], -1)
    return decoder_input, tgt[:, 1:]
