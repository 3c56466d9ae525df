# --- pad_sequence
# With PyTorch's own padding.
def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    def ids(text):
        return [vocab[c] if c in vocab else vocab["<unk>"] for c in text]

    src = [torch.tensor([*ids(s), eos_id]) for s, t in pairs]
    tgt = [torch.tensor([bos_id, *ids(t), eos_id]) for s, t in pairs]
    pad = torch.nn.utils.rnn.pad_sequence
    return pad(src, True, pad_id), pad(tgt, True, pad_id)


# --- usual
def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    src = [encode(list(source), vocab) + [eos_id] for source, _ in pairs]
    tgt = [[bos_id] + encode(list(target), vocab) + [eos_id] for _, target in pairs]
    return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
