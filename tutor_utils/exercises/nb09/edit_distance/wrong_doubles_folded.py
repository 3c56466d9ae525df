"""doubled-letters-are-one

A letter that stands twice in a row counts once, in both texts. To insert it costs nothing then.
Try: What is the distance from "aa" to "a"?
Hint: Compare the texts letter by letter, as they are.
"""


def edit_distance(a, b):
    a, b = ("".join(x for i, x in enumerate(t) if x not in t[max(i - 1, 0) : i]) for t in (a, b))
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        corner, row[0] = row[0], i
        for j, y in enumerate(b, start=1):
            above = row[j]
            row[j] = min(above + 1, row[j - 1] + 1, corner + (x != y))
            corner = above
    return row[-1]
