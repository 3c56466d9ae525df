# --- gumbel
# Drawn by adding noise: the largest of logit + Gumbel noise.
import math


def sample_next(logits, temperature=1.0, top_k=None, top_p=None, generator=None):
    if not temperature >= 0:
        raise ValueError(f"temperature={temperature}")
    if not temperature:
        return logits.argmax(-1)
    log_p = (logits / temperature).log_softmax(-1)
    rank = log_p.argsort(-1, descending=True).argsort(-1)
    if top_k is not None:
        log_p = torch.where(rank < top_k, log_p, -math.inf).log_softmax(-1)
    if top_p is not None:
        p = log_p.exp()
        larger = rank[:, None, :] < rank[:, :, None]
        before = torch.where(larger, p[:, None, :], 0.0).sum(-1)
        log_p = torch.where(before < top_p, log_p, -math.inf)
    noise = -torch.empty_like(log_p).exponential_(generator=generator).log()
    return (log_p + noise).argmax(-1)


# --- usual
import math


def sample_next(logits, temperature=1.0, top_k=None, top_p=None, generator=None):
    if temperature < 0:
        raise ValueError(f"temperature={temperature} must be 0 or more")
    if temperature == 0:
        return logits.argmax(dim=-1)
    logits = logits / temperature
    if top_k is not None:
        least = logits.topk(top_k).values[:, -1:]
        logits = logits.masked_fill(logits < least, -math.inf)
    p = logits.softmax(dim=-1)
    if top_p is not None:
        ranked, order = p.sort(dim=-1, descending=True)
        before = ranked.cumsum(dim=-1) - ranked
        ranked = ranked.masked_fill(before >= top_p, 0.0)
        p = torch.zeros_like(p).scatter(-1, order, ranked)
    return torch.multinomial(p, 1, generator=generator)[:, 0]
