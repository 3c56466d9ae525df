"""by-frequency

The characters stand by how often they come. The contract asks for the order of their code points.
Try: Which is smaller in Python, "a" or "b"?
Hint: `sorted(set(...))`.
"""


from collections import Counter


def build_vocabulary(texts, specials):
    counts = Counter("".join(texts))
    names = [*specials, *sorted(counts, key=lambda c: (-counts[c], c))]
    return {name: i for i, name in enumerate(dict.fromkeys(names))}
