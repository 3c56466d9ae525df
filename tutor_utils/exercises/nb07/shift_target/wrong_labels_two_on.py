"""shifted-twice"""


def shift_target(tgt):
    decoder_input = tgt[:, :-1]
    labels = tgt[:, 2:]
    return decoder_input, labels
