# A word is cut at the first place of the pair.
def apply_merges(text, merges):
    def join(tokens, pair):
        for i in range(len(tokens) - 1):
            if (tokens[i], tokens[i + 1]) == tuple(pair):
                return tokens[:i] + [tokens[i] + tokens[i + 1]] + join(tokens[i + 2 :], pair)
        return tokens

    found = []
    for word in text.split():
        tokens = list("▁" + word)
        for pair in merges:
            tokens = join(tokens, pair)
        found = found + tokens
    return found
