"""merged-by-replace

You join letters, not tokens: the pair is also found where another token only ends or begins with
these letters. So does `replace` on one string.
Try: Print the tokens after each merge. Does every token that you join consist of exactly the pair?
Hint: Keep a list of tokens, and compare whole tokens.
"""


def apply_merges(text, merges):
    found = []
    for word in text.split():
        line = " ".join("▁" + word)
        for a, b in merges:
            line = line.replace(a + " " + b, a + b)
        found += line.split()
    return found
