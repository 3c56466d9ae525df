"""from-the-right

You join from the right. In "aaa" the first two belong together, not the last two.
Try: Follow the word "aaa" and the merge ("a", "a").
Hint: Begin at the first token and go on behind what was joined.
"""


def apply_merges(text, merges):
    found = []
    for word in text.split():
        tokens = ["▁", *word]
        for a, b in merges:
            i = len(tokens) - 2
            while i >= 0:
                if tokens[i] == a and tokens[i + 1] == b:
                    tokens[i : i + 2] = [a + b]
                    i -= 1
                i -= 1
        found += tokens
    return found
