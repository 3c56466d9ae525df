"""longest-token-first

You take the longest token that fits at each place. Byte-pair encoding does not look for long tokens: it repeats its merges in order.
Try: Follow the word "abc" with the merges ("b", "c"), ("a", "b"), ("a", "bc").
Hint: Start from single characters and apply one merge after the other.
"""


def apply_merges(text, merges):
    vocabulary = {a + b for a, b in merges}
    found = []
    for word in text.split():
        rest = "▁" + word
        while rest:
            n = max((n for n in range(2, len(rest) + 1) if rest[:n] in vocabulary), default=1)
            found.append(rest[:n])
            rest = rest[n:]
    return found
