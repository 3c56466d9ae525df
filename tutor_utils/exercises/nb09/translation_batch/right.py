# --- filled
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


# --- pad_sequence
# With PyTorch's own padding.
def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    if len(pairs) == 0:
        raise ValueError("pairs is empty: []")

    def ids(text):
        return [vocab[c] if c in vocab else vocab["<unk>"] for c in text]

    src = [torch.tensor([*ids(s), eos_id]) for s, t in pairs]
    tgt = [torch.tensor([bos_id, *ids(t), eos_id]) for s, t in pairs]
    pad = torch.nn.utils.rnn.pad_sequence
    return pad(src, batch_first=True, padding_value=pad_id), pad(tgt, batch_first=True, padding_value=pad_id)


# --- usual
def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    if not pairs:
        raise ValueError(f"pairs={pairs} is empty")
    src = [encode(list(source), vocab) + [eos_id] for source, _ in pairs]
    tgt = [[bos_id] + encode(list(target), vocab) + [eos_id] for _, target in pairs]
    return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
