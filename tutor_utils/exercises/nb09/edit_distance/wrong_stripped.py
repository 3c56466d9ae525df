"""blanks-cut-off

Blanks at the ends of a text are cut off. A blank is a character as every other one.
Try: What is the distance of " ab " and "ab"?
Hint: No `.strip()`.
"""


def edit_distance(a, b):
    a, b = a.strip(), b.strip()
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        corner, row[0] = row[0], i
        for j, y in enumerate(b, start=1):
            above = row[j]
            row[j] = min(above + 1, row[j - 1] + 1, corner + (x != y))
            corner = above
    return row[-1]
