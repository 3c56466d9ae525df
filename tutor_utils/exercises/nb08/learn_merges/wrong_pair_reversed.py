"""pair-reversed

The two parts of each pair stand in the other order. Joined, they would spell the token backwards.
Try: Join the parts of your first pair, and look for it in the text.
"""


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
    words = [["▁", *word] for word in text.split()]
    merges = []
    for _ in range(num_merges):
        pairs = Counter(pair for word in words for pair in pairwise(word))
        best = min(pairs, key=lambda pair: (-pairs[pair], pair), default=None)
        if best is None or pairs[best] < 2:
            break
        merges.append(best[::-1])
        words = [merge_pair(word, best) for word in words]
    return merges
