# Tokens are joined onto the last one that was written.
from collections import Counter


def learn_merges(text, num_merges):
    words, merges = [["▁", *w] for w in text.split()], []
    while len(merges) < num_merges:
        counts = Counter()
        for w in words:
            counts.update(zip(w[:-1], w[1:]))
        ranked = sorted(counts, key=lambda p: (-counts[p], p))
        if not ranked or counts[ranked[0]] == 1:
            break
        first, second = ranked[0]
        merges.append((first, second))
        for i, w in enumerate(words):
            out, free = [], False
            for token in w:
                if free and out[-1] == first and token == second:
                    out[-1] += token
                    free = False
                else:
                    out.append(token)
                    free = True
            words[i] = out
    return merges
