"""across-words"""


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
    tokens = list("▁" + "▁".join(text.split()))
    merges = []
    for _ in range(num_merges):
        pairs = Counter(pairwise(tokens))
        best = min(pairs, key=lambda pair: (-pairs[pair], pair), default=None)
        if best is None or pairs[best] < 2:
            break
        merges.append(best)
        tokens = merge_pair(tokens, best)
    return merges
