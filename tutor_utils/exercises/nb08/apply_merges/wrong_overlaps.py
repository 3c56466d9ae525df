"""token-used-twice

A token is used in two joins. In "aaa" the middle a belongs to one pair, and the tokens no longer spell the word.
Try: Join your tokens of "aaa" again: is it still "aaa"?
Hint: After a join go on behind both tokens.
"""


def apply_merges(text, merges):
    found = []
    for word in text.split():
        tokens = ["▁", *word]
        for a, b in merges:
            out = []
            for i in range(len(tokens)):
                if tokens[i : i + 2] == [a, b]:
                    out.append(a + b)
                elif not (i and tokens[i - 1 : i + 1] == [a, b]):
                    out.append(tokens[i])
            tokens = out
        found += tokens
    return found
