"""logarithm-of-softmax

Your perplexity is not finite where the text has a token that is very unlikely to the model: a
probability that is too small for float32 becomes 0, and its logarithm is infinite.
Try: What is the softmax of (200, 0) in float32?
Hint: `log_softmax` takes both in one step, from the logits, and stays finite. So does
`F.cross_entropy`.
"""


@torch.no_grad()
def perplexity(model, ids, length):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    total, count = 0.0, 0
    for start in range(0, len(ids) - 1, length):
        y = ids[start + 1 : start + length + 1]
        p = model(ids[None, start : start + len(y)])[0].softmax(-1)
        total -= p.gather(-1, y[:, None]).log().sum().item()
        count += len(y)
    for part, mode in modes:
        part.training = mode
    return math.exp(total / count)
