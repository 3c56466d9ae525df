"""no-word-mark

Your tokens have no ▁. Joined again, the words of the text would run together.
Try: Join your tokens, put blanks for ▁, and compare with the text.
Hint: Start each word as `["▁", *word]`.
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
    tokens = []
    for word in text.split():
        parts = list(word)
        for pair in merges:
            parts = merge_pair(parts, pair)
        tokens += parts
    return tokens
