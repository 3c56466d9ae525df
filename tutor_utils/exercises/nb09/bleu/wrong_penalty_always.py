"""long-candidates-rewarded

Your brevity penalty rises above 1 for long candidates. It is at most 1.
Try: Candidate "a b c d e f g h", reference "a b c d e": what is your penalty?
Hint: 1 where the candidates are at least as long.
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
        if matches == 0:
            return 0.0
        logs.append(math.log(matches / total))
    c, r = sum(map(len, candidates)), sum(map(len, references))
    penalty = math.exp(1 - r / c) if c else 0.0
    return 100 * penalty * math.exp(sum(logs) / max_n)
