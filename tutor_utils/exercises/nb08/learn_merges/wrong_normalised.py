"""normalised"""

import unicodedata
from collections import Counter
from itertools import pairwise


def merge_pair(tokens, pair):
    joined = []
    i = 0
    while i < len(tokens):
        if tuple(tokens[i : i + 2]) == pair:
            joined.append(tokens[i] + tokens[i + 1])
            i += 2
        else:
            joined.append(tokens[i])
            i += 1
    return joined
def learn_merges(text, num_merges):
    words = Counter(unicodedata.normalize("NFC", text).split())
    tokens = {word: ["▁", *word] for word in words}
    merges = []
    while len(merges) < num_merges:
        pairs = Counter()
        for word, count in words.items():
            for pair in pairwise(tokens[word]):
                pairs[pair] += count
        best = min(pairs, key=lambda pair: (-pairs[pair], pair), default=None)
        if best is None or pairs[best] < 2:
            break
        merges.append(best)
        tokens = {word: merge_pair(parts, best) for word, parts in tokens.items()}
    return merges
