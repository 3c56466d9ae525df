"""empty-candidate-divides-by-zero

You divide by zero. A candidate that is empty, or shorter than n, has no n-grams; and c is 0 where
all are empty.
Try: What should an empty candidate score, and which of your divisions does it reach?
Hint: Give 0.0 for an order without a match, before you divide by anything.
Raises: ^ZeroDivisionError
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
        logs.append(math.log(matches / total) if matches / total else -math.inf)
    c, r = sum(map(len, candidates)), sum(map(len, references))
    penalty = 1.0 if c >= r else math.exp(1 - r / c)
    return 100 * penalty * math.exp(sum(logs) / max_n)
