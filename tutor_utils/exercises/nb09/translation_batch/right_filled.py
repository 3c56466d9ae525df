# Tensors of pads, filled row by row.
def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    if not pairs:
        raise ValueError("no pairs were given")
    sources, targets = zip(*pairs)
    width_s, width_t = max(map(len, sources)) + 1, max(map(len, targets)) + 2
    src = torch.full((len(pairs), width_s), pad_id, dtype=torch.long)
    tgt = torch.full((len(pairs), width_t), pad_id, dtype=torch.long)
    for i in range(len(pairs)):
        row = encode(list(sources[i]), vocab) + [eos_id]
        src[i, : len(row)] = torch.tensor(row)
        row = [bos_id] + encode(list(targets[i]), vocab) + [eos_id]
        tgt[i, : len(row)] = torch.tensor(row)
    return src, tgt
