"""penalty-of-each-sentence

You work out the brevity penalty for each sentence and take the mean. The contract adds up the lengths of all sentences first: a long answer may make up for a short one.
Try: One candidate is one word short, another one word too long. What are c and r of both together?
Hint: c = sum(len(candidate) for candidate in candidates)
"""


import math
from collections import Counter


def ngrams(tokens, n):
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def penalty(c, r):
    if c == 0:
        return 0.0
    return 1.0 if c >= r else math.exp(1 - r / c)


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
    penalties = [penalty(len(c), len(r)) for c, r in zip(candidates, references)]
    return 100 * sum(penalties) / len(penalties) * math.exp(sum(logs) / max_n)
