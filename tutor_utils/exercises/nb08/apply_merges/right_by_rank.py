# GPT-2's way: of the pairs in a word, the one that was learned first is joined, again and again.
from itertools import pairwise


def apply_merges(text, merges):
    rank = {pair: i for i, pair in enumerate(merges)}
    tokens = []
    for word in text.split():
        parts = ["▁", *word]
        while pairs := [pair for pair in pairwise(parts) if pair in rank]:
            best, out = min(pairs, key=rank.get), []
            for part in parts:
                if out and (out[-1], part) == best:
                    out[-1] += part
                else:
                    out.append(part)
            parts = out
        tokens += parts
    return tokens
