def shift_target(tgt):
    decoder_input = tgt[:, :-1]
    labels = tgt[:, 1:]
    return decoder_input, labels
