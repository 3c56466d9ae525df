# Columns by zip_longest.
from itertools import zip_longest


def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    if not pairs:
        raise ValueError("pairs must not be empty")
    sides = [[], []]
    for source, target in pairs:
        sides[0].append(encode([*source], vocab) + [eos_id])
        sides[1].append([bos_id, *encode([*target], vocab), eos_id])
    src, tgt = (torch.tensor(list(zip_longest(*rows, fillvalue=pad_id))).T for rows in sides)
    return src, tgt
