# All in the order of the logits.
import math


def sample_next(logits, temperature=1.0, top_k=None, top_p=None, generator=None):
    if not math.isfinite(temperature) or temperature < 0:
        raise ValueError(f"temperature={temperature}")
    if top_k is not None and top_k < 1:
        raise ValueError(f"top_k={top_k}")
    if top_p is not None and (top_p <= 0 or top_p > 1):
        raise ValueError(f"top_p={top_p}")
    ranked, order = logits.sort(dim=-1, descending=True)
    if temperature == 0:
        return order[:, 0]
    ranked = ranked[:, :top_k] / temperature
    p = torch.softmax(ranked, dim=-1)
    if top_p is not None:
        p = p * (p.cumsum(-1) - p < top_p)
    place = torch.multinomial(p, num_samples=1, generator=generator)
    return order.gather(-1, place).squeeze(-1)
