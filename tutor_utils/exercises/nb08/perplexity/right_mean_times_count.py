# The mean of a window times its tokens; the last place of x has no label.
import math


@torch.no_grad()
def perplexity(model, ids, length):
    modes = {part: part.training for part in model.modules()}
    model.eval()
    losses = []
    for i in range(0, len(ids) - 1, length):
        x, y = ids[i : i + length], ids[i + 1 : i + length + 1]
        logits = model(x.unsqueeze(0)).squeeze(0)[: len(y)]
        losses += [F.cross_entropy(logits, y) * len(y)]
    for part, mode in modes.items():
        part.training = mode
    return math.exp(sum(l.item() for l in losses) / (len(ids) - 1))
