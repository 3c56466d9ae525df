# --- deleting
# Tokens are joined in the list itself.
def apply_merges(text, merges):
    result = []
    for word in text.split():
        tokens = ["▁"] + list(word)
        for a, b in merges:
            i = 0
            while i < len(tokens) - 1:
                if tokens[i] == a and tokens[i + 1] == b:
                    tokens[i] = a + b
                    del tokens[i + 1]
                i += 1
        result.extend(tokens)
    return result


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
