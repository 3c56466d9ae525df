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
