"""across-words

A merge reaches from the end of one word to the ▁ of the next. Words are cut one by one.
Try: Print the tokens of "ab ba" with the merge ("b", "▁").
Hint: Apply the merges to each word by itself.
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
    tokens = [token for word in text.split() for token in ("▁", *word)]
    for pair in merges:
        tokens = merge_pair(tokens, pair)
    return tokens
