"""end-of-word-mark

Your words end in `</w>`, as in the paper and in subword-nmt. Here a ▁ stands in front of each word.
Try: Print the tokens of the first word before the first merge.
Hint: `["▁", *word]`.
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
    words = [[*word, "</w>"] for word in text.split()]
    merges = []
    for _ in range(num_merges):
        pairs = Counter(pair for word in words for pair in pairwise(word))
        best = min(pairs, key=lambda pair: (-pairs[pair], pair), default=None)
        if best is None or pairs[best] < 2:
            break
        merges.append(best)
        words = [merge_pair(word, best) for word in words]
    return merges
