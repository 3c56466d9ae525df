# All words in one list: a ▁ stands between them, and a merge over it is left out.
def apply_merges(text, merges):
    tokens = [token for word in text.split() for token in ["▁", *word]]
    for a, b in merges:
        new = []
        i = 0
        while i < len(tokens):
            if i + 1 < len(tokens) and tokens[i] == a and tokens[i + 1] == b and not b.startswith("▁"):
                new.append(a + b)
                i += 2
            else:
                new.append(tokens[i])
                i += 1
        tokens = new
    return tokens
