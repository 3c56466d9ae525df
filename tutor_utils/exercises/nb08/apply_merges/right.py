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


# --- by_rank
# As GPT-2's tokenizer: the earliest merge that fits, until none does.
def apply_merges(text, merges):
    rank = {}
    for i, pair in enumerate(merges):
        rank.setdefault(tuple(pair), i)
    found = []
    for word in text.split():
        word = ["▁", *word]
        while fitting := [p for p in zip(word, word[1:]) if p in rank]:
            best = min(fitting, key=rank.get)
            new = []
            for token in word:
                if new and (new[-1], token) == best:
                    token = "".join(best)
                    new[-1] = token
                else:
                    new.append(token)
            word = new
        found += word
    return found
