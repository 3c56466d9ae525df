"""first-token-made-up"""


def shift_target(tgt):
    labels = tgt[:, 1:]
    decoder_input = torch.ones_like(labels)
    decoder_input[:, 1:] = labels[:, :-1]
    return decoder_input, labels
