"""pairs-as-lists

Your merges are lists of two. A list equals no tuple, so `apply_merges` would never find them.
Try: What is `("a", "b") == ["a", "b"]`?
Hint: Put `tuple(...)` around the pair, or take it from `zip` or `pairwise`, which give tuples.
"""

from collections import Counter
from itertools import pairwise


def learn_merges(text, num_merges):
    words = [["▁", *word] for word in text.split()]
    merges = []
    for _ in range(num_merges):
        pairs = Counter(pair for word in words for pair in pairwise(word))
        best = min(pairs, key=lambda pair: (-pairs[pair], pair), default=None)
        if best is None or pairs[best] < 2:
            break
        merges.append(list(best))
        for word in words:
            i = 0
            while i < len(word) - 1:
                if (word[i], word[i + 1]) == best:
                    word[i : i + 2] = [word[i] + word[i + 1]]
                i += 1
    return merges
