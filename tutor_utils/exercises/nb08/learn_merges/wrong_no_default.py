r"""fails-without-pairs

Your loop asks for the best of no pairs: in a text of whole tokens, or in an empty one, there is none.
Try: Call it with an empty text.
Hint: `min(..., default=None)`, or leave the loop when `pairs` is empty.
Raises: ^ValueError: (min|max)\(\) (iterable argument is empty|arg is an empty sequence)
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
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        if pairs[best] < 2:
            break
        merges.append(best)
        words = [merge_pair(word, best) for word in words]
    return merges
