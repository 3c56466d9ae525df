# Logarithms in a tensor.
from collections import Counter


def bleu(candidates, references, max_n=4):
    pairs = len(candidates), len(references)
    if pairs[0] != pairs[1]:
        raise ValueError(f"unequal: {pairs}")

    def counted(tokens, n):
        return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) + 1 - n))

    hits = torch.zeros(max_n, dtype=torch.float64)
    says = torch.zeros(max_n, dtype=torch.float64)
    for n in range(1, max_n + 1):
        for a, b in zip(candidates, references):
            x, y = counted(a, n), counted(b, n)
            hits[n - 1] += sum(min(x[g], y[g]) for g in x)
            says[n - 1] += sum(x.values())
    if (hits == 0).any():
        return 0.0
    c, r = (sum(len(t) for t in texts) for texts in (candidates, references))
    log = (hits / says).log().mean() + min(0.0, 1.0 - r / c)
    return 100 * log.exp().item()
