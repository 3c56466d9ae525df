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
