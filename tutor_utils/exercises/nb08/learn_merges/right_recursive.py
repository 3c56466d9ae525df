# One merge, then the rest.
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
    def rest(words, left):
        pairs = Counter(p for word in words for p in zip(word, word[1:]))
        common = [p for p in pairs if pairs[p] >= 2]
        if not left or not common:
            return []
        best = min(common, key=lambda p: (-pairs[p], p))
        return [best] + rest([merge_pair(word, best) for word in words], left - 1)

    return rest([["▁"] + list(word) for word in text.split()], num_merges)
