# Each row by itself.
import math


def sample_next(logits, temperature=1.0, top_k=None, top_p=None, generator=None):
    if temperature < 0 or math.isnan(temperature) or math.isinf(temperature):
        raise ValueError(f"temperature={temperature} is not usable")
    if top_k is not None and top_k <= 0:
        raise ValueError(f"top_k={top_k} is not usable")
    if top_p is not None and not (0 < top_p <= 1):
        raise ValueError(f"top_p={top_p} is not usable")
    if temperature == 0:
        return logits.max(dim=-1).indices
    p = logits / temperature
    V = p.shape[-1]
    if top_k is not None and top_k < V:
        keep = p.topk(top_k).indices
        p = torch.full_like(p, float("-inf")).scatter(1, keep, p.gather(1, keep))
    p = p.softmax(-1)
    if top_p is not None:
        kept = torch.zeros_like(p)
        order = p.argsort(dim=-1, descending=True)
        reached = torch.zeros_like(p[:, 0])
        for column in range(V):
            place = order[:, column : column + 1]
            value = p.gather(1, place)
            kept.scatter_(1, place, torch.where((reached < top_p)[:, None], value, 0.0))
            reached = reached + value[:, 0]
        p = kept
    return torch.multinomial(p, 1, generator=generator).view(-1)
