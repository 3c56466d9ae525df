"""columns-or-rows-left-out
"""


def shift_target(tgt):
    kept = tgt[(tgt != 0).any(dim=1)]
    return kept[:, :-1], kept[:, 1:]
