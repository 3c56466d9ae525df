"""again-and-again

Later merges come before earlier ones, again and again until nothing fits. Each merge has its one
turn, in the order in which it was learned.
Try: Follow the word "abc" with the merges ("b", "c"), ("a", "b"), ("a", "bc").
Hint: One loop over the merges, from the first to the last.
"""


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


def apply_merges(text, merges):
    found = []
    for word in text.split():
        tokens = ["▁", *word]
        before = None
        while before != tokens:
            before = tokens
            for pair in reversed(merges):
                tokens = merge_pair(tokens, pair)
        found += tokens
    return found
