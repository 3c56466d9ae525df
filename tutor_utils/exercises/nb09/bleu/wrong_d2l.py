"""weights-fall-by-half

Your orders weigh 1/2, 1/4, 1/8, ... (the book d2l.ai does so). In the paper all weigh the same:
1 / max_n.
Try: Shares 1 and 0.25, max_n=2: the root of their product is 0.5. What do you get?
Hint: `math.exp(sum(logs) / max_n)`.
"""


import math
from collections import Counter


def ngrams(tokens, n):
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def bleu(candidates, references, max_n=4):
    c, r = sum(map(len, candidates)), sum(map(len, references))
    score = math.exp(min(0, 1 - r / c)) if c else 0.0
    for n in range(1, max_n + 1):
        matches = total = 0
        for candidate, reference in zip(candidates, references):
            said, wanted = ngrams(candidate, n), ngrams(reference, n)
            matches += (said & wanted).total()
            total += said.total()
        score *= math.pow(matches / total if total else 0.0, math.pow(0.5, n))
    return 100 * score
