"""orders-left-out

You leave out the orders for which the candidates have no n-gram at all (sacreBLEU calls it the
effective order). The contract says: an order without a match gives 0.0.
Try: How many runs of 4 tokens has a candidate of 3 tokens, and how many of them match?
Hint: Return 0.0 where an order has no match, and divide the sum of the logarithms by `max_n`.
"""


import math
from collections import Counter


def bleu(candidates, references, max_n=4):
    if len(candidates) != len(references):
        raise ValueError(f"{len(candidates)} candidates and {len(references)} references")
    logs, orders = 0.0, 0
    for n in range(1, max_n + 1):
        matches = total = 0
        for candidate, reference in zip(candidates, references):
            matches += (ngrams(candidate, n) & ngrams(reference, n)).total()
            total += ngrams(candidate, n).total()
        if not total:
            break
        if not matches:
            return 0.0
        logs, orders = logs + math.log(matches / total), orders + 1
    c, r = sum(map(len, candidates)), sum(map(len, references))
    return 100 * math.exp(logs / orders + min(0.0, 1 - r / c)) if orders else 0.0


def ngrams(tokens, n):
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))
