r"""pair-as-a-pattern

You join with `re.sub`, and the pair is read as a pattern or as its replacement. There a backslash
has a meaning of its own, so that such a text stops your code. (The paper's own listing does so.)
Try: What does `re.sub("a", "\\d", "a")` give?
Hint: Join the tokens in a list, or give `re.sub` a function: `p.sub(lambda _: "".join(pair), word)`.
Raises: ^(re\.)?(error|PatternError):
"""


import re
from collections import Counter


def learn_merges(text, num_merges):
    vocab = Counter(" ".join("▁" + word) for word in text.split())
    merges = []
    for _ in range(num_merges):
        pairs = Counter()
        for word, count in vocab.items():
            symbols = word.split()
            for i in range(len(symbols) - 1):
                pairs[symbols[i], symbols[i + 1]] += count
        if not pairs:
            break
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        if pairs[best] < 2:
            break
        merges.append(best)
        pattern = re.compile(r"(?<!\S)" + re.escape(" ".join(best)) + r"(?!\S)")
        vocab = Counter({pattern.sub("".join(best), word): n for word, n in vocab.items()})
    return merges
