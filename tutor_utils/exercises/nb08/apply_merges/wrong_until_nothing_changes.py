"""merged-until-nothing-changes

You go through the list of merges again and again. Each merge is applied once, in the order learned.
Try: Follow the word "abc" with the merges ("ab", "c"), ("a", "b").
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
