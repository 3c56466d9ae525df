"""merged-by-replace

You join letters, not tokens: the pair is also found where another token only ends or begins with
these letters. So does `replace` on one string.
Try: Follow the text "aa ab ab" merge by merge, and print the tokens each time.
Hint: Keep a list of tokens for each word, and compare whole tokens.
"""


from collections import Counter
from itertools import pairwise


def learn_merges(text, num_merges):
    words = [" ".join("▁" + word) for word in text.split()]
    merges = []
    for _ in range(num_merges):
        pairs = Counter(pair for word in words for pair in pairwise(word.split()))
        best = min(pairs, key=lambda pair: (-pairs[pair], pair), default=None)
        if best is None or pairs[best] < 2:
            break
        merges.append(best)
        words = [word.replace(" ".join(best), "".join(best)) for word in words]
    return merges
