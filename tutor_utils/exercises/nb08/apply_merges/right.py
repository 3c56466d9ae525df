# --- usual
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
        parts = ["▁", *word]
        for pair in merges:
            parts = merge_pair(parts, pair)
        tokens += parts
    return tokens
