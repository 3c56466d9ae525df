"""first-of-equals

Of equally frequent pairs you take the one that was met first. The order of the text then decides; here it is the smaller tuple.
Try: Look at a text in which two pairs are equally frequent.
Hint: `min(pairs, key=lambda pair: (-pairs[pair], pair))`.
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
        if not pairs:
            break
        best, count = pairs.most_common(1)[0]
        if count < 2:
            break
        merges.append(best)
        words = [merge_pair(word, best) for word in words]
    return merges
