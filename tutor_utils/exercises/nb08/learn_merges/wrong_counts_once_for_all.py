"""counts-once-for-all

You counted the pairs once and took the most frequent ones. After each merge the words consist of other tokens, so the pairs are others too.
Try: Which merge could give a token of three letters? Does yours ever have one?
Hint: Count again inside the loop, over the merged words.
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
    pairs = Counter(pair for word in words for pair in pairwise(word))
    ranked = sorted(pairs, key=lambda pair: (-pairs[pair], pair))
    return [pair for pair in ranked if pairs[pair] >= 2][:num_merges]
