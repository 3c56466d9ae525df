"""old-neighbours-still-counted

You count once and then add the pairs that a merge makes. The same merge takes pairs away: of its two
tokens with their neighbours. They stay in your count, so pairs are learned that are no longer there.
Try: In "abc abc", how often do b and c stand side by side after a and b were joined?
Hint: Count all pairs again inside the loop, or take off the old pairs of each word that changes.
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
    words = Counter(text.split())
    tokens = {word: ["▁", *word] for word in words}
    pairs = Counter()
    for word, count in words.items():
        for pair in pairwise(tokens[word]):
            pairs[pair] += count
    merges = []
    while len(merges) < num_merges:
        best = min(pairs, key=lambda pair: (-pairs[pair], pair), default=None)
        if best is None or pairs[best] < 2:
            break
        merges.append(best)
        del pairs[best]
        for word, count in words.items():
            if best not in pairwise(tokens[word]):
                continue
            tokens[word] = merge_pair(tokens[word], best)
            for pair in pairwise(tokens[word]):
                if "".join(best) in pair:
                    pairs[pair] += count
    return merges
