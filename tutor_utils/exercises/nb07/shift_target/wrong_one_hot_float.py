"""another-number-type"""


def shift_target(tgt):
    return tgt[:, :-1].float(), tgt[:, 1:].float()
