"""another-kind-of-object"""


def encode(tokens, vocab):
    return torch.tensor([vocab.get(t, vocab.get('<unk>', 0)) for t in tokens])
