"""drops-the-unknown

Characters that no merge has seen are missing. A tokenizer loses nothing: they stay single tokens.
Try: Join your tokens, put blanks for ▁, and compare with the text.
Hint: What is no pair is appended as it is.
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
    known = {"▁", *(c for pair in merges for token in pair for c in token)}
    tokens = []
    for word in text.split():
        parts = ["▁", *(c for c in word if c in known)]
        for pair in merges:
            parts = merge_pair(parts, pair)
        tokens += parts
    return tokens
