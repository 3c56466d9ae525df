"""first-token-made-up

You write the first token of the decoder input yourself, with an id of your own. It stands in `tgt`
already, and may have any id.
Try: What is your decoder input where the row does not begin with that id?
Hint: Use slices: the decoder input is all of `tgt` but its last token.
"""


def shift_target(tgt):
    labels = tgt[:, 1:]
    decoder_input = torch.zeros_like(labels)
    decoder_input[:, 1:] = labels[:, :-1]
    return decoder_input, labels
