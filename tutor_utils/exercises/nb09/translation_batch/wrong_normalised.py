"""normalised"""

import unicodedata


def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    if not pairs:
        raise ValueError(f"pairs={pairs} is empty")
    src = [encode(unicodedata.normalize("NFC", source), vocab) + [eos_id] for source, _ in pairs]
    tgt = [[bos_id] + encode(unicodedata.normalize("NFC", target), vocab) + [eos_id] for _, target in pairs]
    return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
