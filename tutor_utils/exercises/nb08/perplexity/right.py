# --- batched
# Full windows as one batch, the rest by itself; log-probabilities picked by hand.
import math


@torch.inference_mode()
def perplexity(model, ids, length):
    before = [(m, m.training) for m in model.modules()]
    model.eval()
    try:
        n = (len(ids) - 1) // length * length
        picked = []
        for x, y in ((ids[:n], ids[1 : n + 1]), (ids[n:-1], ids[n + 1 :])):
            if len(y):
                rows = x.view(-1, length) if len(x) == n else x[None]
                log_p = model(rows).log_softmax(-1).flatten(0, 1)
                picked.append(log_p.gather(-1, y[:, None]))
        return math.exp(-torch.cat(picked).mean().item())
    finally:
        for m, mode in before:
            m.training = mode


# --- usual
# The model's own mode is put back, and that of a frozen part is not.
import math


@torch.no_grad()
def perplexity(model, ids, length):
    was = model.training
    model.eval()
    total, count = 0.0, 0
    for start in range(0, len(ids) - 1, length):
        x, y = ids[start : start + length], ids[start + 1 : start + length + 1]
        logits = model(x[None, : len(y)])[0]
        total += F.cross_entropy(logits, y, reduction="sum").item()
        count += len(y)
    model.train(was)
    return math.exp(total / count)
