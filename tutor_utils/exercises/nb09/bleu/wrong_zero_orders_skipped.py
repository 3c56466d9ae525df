"""orders-without-a-match-left-out

You leave out the orders that have no match, and take the mean over what is left. A candidate without
one right pair can so score high. Here an order without a match gives 0.0.
Try: What is your score where words match and no pair does, with max_n=2?
Hint: `if matches == 0: return 0.0`.
"""


import math
from collections import Counter


def ngrams(tokens, n):
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def bleu(candidates, references, max_n=4):
    logs = []
    for n in range(1, max_n + 1):
        matches = total = 0
        for candidate, reference in zip(candidates, references):
            said, wanted = ngrams(candidate, n), ngrams(reference, n)
            matches += (said & wanted).total()
            total += said.total()
        if matches:
            logs.append(math.log(matches / total))
    if not logs:
        return 0.0
    c, r = sum(map(len, candidates)), sum(map(len, references))
    penalty = 1.0 if c >= r else math.exp(1 - r / c)
    return 100 * penalty * math.exp(sum(logs) / len(logs))
