# Lists made equally long first.
def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    if not pairs:
        raise ValueError("pairs: at least one is needed")

    def number(character):
        try:
            return vocab[character]
        except KeyError:
            return vocab["<unk>"]

    def filled(rows):
        longest = max(len(row) for row in rows)
        return torch.tensor([row + [pad_id] * (longest - len(row)) for row in rows])

    src = filled([[number(c) for c in pair[0]] + [eos_id] for pair in pairs])
    tgt = filled([[bos_id] + [number(c) for c in pair[1]] + [eos_id] for pair in pairs])
    return src, tgt
