# Each different word once.
def apply_merges(text, merges):
    known = {}

    def cut(word):
        tokens = ("▁", *word)
        for pair in merges:
            out, i = [], 0
            while i < len(tokens):
                n = 2 if tokens[i : i + 2] == tuple(pair) else 1
                out.append("".join(tokens[i : i + n]))
                i += n
            tokens = tuple(out)
        return tokens

    for word in text.split():
        if word not in known:
            known[word] = cut(word)
    return [token for word in text.split() for token in known[word]]
