# --- cached
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


# --- recursive
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
