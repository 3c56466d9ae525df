# The smallest kept probability is the limit.
import math


def sample_next(logits, temperature=1.0, top_k=None, top_p=None, generator=None):
    for name, value, good in (
        ("temperature", temperature, math.isfinite(temperature) and temperature >= 0),
        ("top_k", top_k, top_k is None or top_k >= 1),
        ("top_p", top_p, top_p is None or 0 < top_p <= 1),
    ):
        if not good:
            raise ValueError(f"{name}={value}")
    if temperature == 0:
        return torch.argmax(logits, dim=1)
    scaled = logits / temperature
    if top_k is not None:
        k = min(top_k, scaled.size(1))
        limit = scaled.sort(descending=True).values[:, k - 1].unsqueeze(1)
        scaled = scaled + torch.where(scaled < limit, -math.inf, 0.0)
    probs = F.softmax(scaled, dim=1)
    if top_p is not None:
        values = probs.sort(dim=1, descending=True).values
        sums = values.cumsum(dim=1)
        count = (sums < top_p).sum(dim=1, keepdim=True).clamp(max=values.size(1) - 1)
        probs = torch.where(probs >= values.gather(1, count), probs, 0.0)
    return torch.multinomial(probs, 1, generator=generator).squeeze(1)
