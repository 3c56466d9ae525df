# Counted by hand, with a dict of tuples.
from collections import defaultdict


def learn_merges(text, num_merges):
    merges = []
    corpus = [("▁",) + tuple(w) for w in text.split()]
    for step in range(num_merges):
        count = defaultdict(int)
        for word in corpus:
            for i in range(len(word) - 1):
                count[word[i], word[i + 1]] += 1
        top = max(count.values(), default=0)
        if top < 2:
            return merges
        a, b = min(pair for pair in count if count[pair] == top)
        merges.append((a, b))
        new = []
        for word in corpus:
            out, i = [], 0
            while i < len(word):
                if i + 1 < len(word) and (word[i], word[i + 1]) == (a, b):
                    out.append(a + b)
                    i += 2
                else:
                    out.append(word[i])
                    i += 1
            new.append(tuple(out))
        corpus = new
    return merges
