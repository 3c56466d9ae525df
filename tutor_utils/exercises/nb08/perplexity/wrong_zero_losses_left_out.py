"""zero-losses-left-out

A token of which the model is so sure that its loss is exactly 0 does not count in your mean. It is
predicted as every other one, so it counts.
Try: Of a text of 7 ids, how many are predicted? Does that depend on the model?
Hint: Count by `len(y)`, or divide by `len(ids) - 1`.
"""


@torch.no_grad()
def perplexity(model, ids, length):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    total, count = 0.0, 0
    for start in range(0, len(ids) - 1, length):
        y = ids[start + 1 : start + length + 1]
        losses = F.cross_entropy(model(ids[None, start : start + len(y)])[0], y, reduction="none")
        total += losses.sum().item()
        count += losses.count_nonzero().item()
    for part, mode in modes:
        part.training = mode
    return math.exp(total / max(count, 1))
