# --- defaultdict
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


# --- list_of_words
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


# --- usual
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
    merges = []
    while len(merges) < num_merges:
        pairs = Counter()
        for word, count in words.items():
            for pair in pairwise(tokens[word]):
                pairs[pair] += count
        best = min(pairs, key=lambda pair: (-pairs[pair], pair), default=None)
        if best is None or pairs[best] < 2:
            break
        merges.append(best)
        tokens = {word: merge_pair(parts, best) for word, parts in tokens.items()}
    return merges
