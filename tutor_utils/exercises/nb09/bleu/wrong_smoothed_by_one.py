"""one-added

You add 1 to the matches and to the n-grams (add-one smoothing), so that every score is another.
Here nothing is added.
Try: A perfect candidate of 5 words against a half right one: which shares do you get for single words?
Hint: `matches / total`, and `return 0.0` where there is no match.
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
        logs.append(math.log((matches + (n > 1)) / (total + (n > 1))) if matches + (n > 1) else -math.inf)
    c, r = sum(map(len, candidates)), sum(map(len, references))
    penalty = 1.0 if c >= r or not c else math.exp(1 - r / c)
    return 100 * penalty * math.exp(sum(logs) / max_n)
