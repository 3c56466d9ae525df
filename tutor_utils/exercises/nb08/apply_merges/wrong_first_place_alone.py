"""only-the-first-place

Each merge joins only the first place in a word where its pair stands. It holds for every place.
Try: Follow the word "aaaa" and the merge ("a", "a").
Hint: Go on to the end of the word after a place was joined.
"""


def apply_merges(text, merges):
    found = []
    for word in text.split():
        tokens = ["▁", *word]
        for a, b in merges:
            for i in range(len(tokens) - 1):
                if tokens[i] == a and tokens[i + 1] == b:
                    tokens = tokens[:i] + [a + b] + tokens[i + 2 :]
                    break
        found += tokens
    return found
