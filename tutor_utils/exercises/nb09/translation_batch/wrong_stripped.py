"""blanks-cut-off

Blanks at the ends of a text are cut off. A blank is a character as every other one.
Try: How many ids has the source of " ab "?
Hint: No `.strip()`: `list(text)`.
"""


def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    src = [encode(list(source.strip()), vocab) + [eos_id] for source, _ in pairs]
    tgt = [[bos_id] + encode(list(target.strip()), vocab) + [eos_id] for _, target in pairs]
    return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
