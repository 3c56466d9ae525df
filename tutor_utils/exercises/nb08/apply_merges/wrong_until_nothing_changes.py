"""merged-until-nothing-changes

A merge gets another turn after later ones: your code goes through the list again, or takes the best
pair of the word each time. Here each merge is applied once, in the order learned.
Try: Follow the word "abc" with the merges ("ab", "c"), ("a", "b").
Hint: One loop over the merges, from the first to the last. What a later merge makes, no earlier one
sees.
"""


def apply_merges(text: str, merges: list[tuple[str, str]]) -> list[str]:
    tokens = []
    for word in text.split():
        w, before = ["▁", *word], None
        while before != w:
            before = list(w)
            for a, b in merges:
                i = 0
                while i < len(w) - 1:
                    if (w[i], w[i + 1]) == (a, b):
                        w[i : i + 2] = [a + b]
                    i += 1
        tokens += w
    return tokens
