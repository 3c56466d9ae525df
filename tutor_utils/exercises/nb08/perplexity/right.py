# --- batched
# Full windows as one batch, the rest by itself.
import math


def perplexity(model, ids, length):
    before = [(m, m.training) for m in model.modules()]
    model.eval()
    n = (len(ids) - 1) // length
    with torch.no_grad():
        total = 0.0
        if n:
            x, y = ids[: n * length].view(n, length), ids[1 : n * length + 1].view(n, length)
            total += F.cross_entropy(model(x).flatten(0, 1), y.flatten(), reduction="sum").item()
        if n * length < len(ids) - 1:
            x, y = ids[n * length : -1], ids[n * length + 1 :]
            total += F.cross_entropy(model(x[None])[0], y, reduction="sum").item()
    for m, mode in before:
        m.training = mode
    return math.exp(total / (len(ids) - 1))


# --- gather
# Log-probabilities picked by hand.
def perplexity(model, ids, length):
    before = [(m, m.training) for m in model.modules()]
    try:
        model.eval()
        with torch.inference_mode():
            picked = []
            for start in range(0, len(ids), length):
                y = ids[start + 1 : start + length + 1]
                if len(y):
                    log_p = model(ids[None, start : start + len(y)]).log_softmax(-1)[0]
                    picked.append(log_p.gather(-1, y[:, None])[:, 0])
            return (-torch.cat(picked).mean()).exp().item()
    finally:
        for m, mode in before:
            m.training = mode


# --- usual
import math


def perplexity(model, ids, length):
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    total, count = 0.0, 0
    with torch.no_grad():
        for start in range(0, len(ids) - 1, length):
            y = ids[start + 1 : start + 1 + length]
            x = ids[start : start + len(y)]
            loss = F.cross_entropy(model(x[None])[0], y, reduction="sum")
            total += loss.item()
            count += len(y)
    for part, mode in modes:
        part.training = mode
    return math.exp(total / count)


# --- mode_of_the_model
# The model's own mode is put back, and that of a frozen part is not.
@torch.no_grad()
def perplexity(model, ids, length):
    was = model.training
    model.eval()
    total = 0.0
    for start in range(0, len(ids) - 1, length):
        x, y = ids[start : start + length], ids[start + 1 : start + length + 1]
        logits = model(x[None, : len(y)])[0]
        total += F.cross_entropy(logits, y, reduction="sum").item()
    model.train(was)
    return math.exp(total / (len(ids) - 1))
