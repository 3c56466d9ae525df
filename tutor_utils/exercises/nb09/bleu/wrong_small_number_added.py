"""small-number-added

You add a small number before the logarithm, so an order without a match gives a small score. The
contract asks for no smoothing: such an order gives 0.0.
Try: What is your score for one word that matches and no pair that does, with max_n=2?
Hint: `if matches == 0: return 0.0`.
"""


import math
from collections import Counter


def ngrams(tokens, n):
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def bleu(candidates, references, max_n=4):
    if len(candidates) != len(references):
        raise ValueError(f"candidates: {len(candidates)}, references: {len(references)}")
    logs = []
    for n in range(1, max_n + 1):
        matches = total = 0
        for candidate, reference in zip(candidates, references):
            said, wanted = ngrams(candidate, n), ngrams(reference, n)
            matches += (said & wanted).total()
            total += said.total()
        logs.append(math.log(matches / max(total, 1) + 1e-9))
    c, r = sum(map(len, candidates)), sum(map(len, references))
    penalty = 1.0 if c >= r or not c else math.exp(1 - r / c)
    return 100 * penalty * math.exp(sum(logs) / max_n)
