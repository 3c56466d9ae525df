"""source-reversed

Your source stands in reversed order, as it once helped recurrent networks. Here a source is its
characters as they are, and then eos.
Try: Which character stands first in your source for "ab"?
Hint: Leave out `reversed(...)` or `[::-1]`.
"""


def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    if not pairs:
        raise ValueError(f"pairs={pairs} is empty")
    src = [encode(list(source)[::-1], vocab) + [eos_id] for source, _ in pairs]
    tgt = [[bos_id] + encode(list(target), vocab) + [eos_id] for _, target in pairs]
    return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
