"""clipped-by-the-corpus

You add up the n-grams of the whole corpus and limit them then. An n-gram may so match the reference
of another sentence.
Try: Candidates "a b" and "c d", references "c d" and "a b": how many words match?
Hint: Take the smaller count sentence by sentence: `Counter(candidate) & Counter(reference)`.
"""


import math
from collections import Counter


def bleu(candidates, references, max_n=4):
    if len(candidates) != len(references):
        raise ValueError(f"{len(candidates)} candidates and {len(references)} references")
    logs = 0.0
    for n in range(1, max_n + 1):
        said, wanted = Counter(), Counter()
        for candidate, reference in zip(candidates, references):
            said.update(tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1))
            wanted.update(tuple(reference[i : i + n]) for i in range(len(reference) - n + 1))
        matches = (said & wanted).total()
        if not matches:
            return 0.0
        logs += math.log(matches / said.total()) / max_n
    c, r = sum(map(len, candidates)), sum(map(len, references))
    return 100 * math.exp(logs + min(0.0, 1 - r / c))
