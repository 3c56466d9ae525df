# --- usual
# Every word by itself, repeats too.
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
        pair, count = sorted(pairs.items(), key=lambda item: (-item[1], item[0]))[0]
        if count < 2:
            break
        merges.append(pair)
        words = [merge_pair(word, pair) for word in words]
    return merges
