# Counts in lists, one for each order.
import math
from collections import Counter


def bleu(candidates, references, max_n=4):
    if len(candidates) != len(references):
        raise ValueError("candidates and references: %d and %d" % (len(candidates), len(references)))
    matches, totals = [0] * max_n, [0] * max_n
    c = r = 0
    for candidate, reference in zip(candidates, references):
        c += len(candidate)
        r += len(reference)
        for n in range(max_n):
            said = Counter(" ".join(candidate[i : i + n + 1]) for i in range(len(candidate) - n))
            wanted = Counter(" ".join(reference[i : i + n + 1]) for i in range(len(reference) - n))
            matches[n] += sum((said & wanted).values())
            totals[n] += sum(said.values())
    if min(matches) == 0:
        return 0.0
    mean = sum(math.log(m) - math.log(t) for m, t in zip(matches, totals)) / max_n
    return 100 * math.exp(mean + min(0, 1 - r / c))
