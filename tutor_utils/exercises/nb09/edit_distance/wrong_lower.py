"""lower-case

Capital letters became small ones, so that "A" and "a" are the same.
Try: Look for `.lower()` or `.casefold()`.
"""


def edit_distance(a, b):
    a, b = a.lower(), b.lower()
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        corner, row[0] = row[0], i
        for j, y in enumerate(b, start=1):
            above = row[j]
            row[j] = min(above + 1, row[j - 1] + 1, corner + (x != y))
            corner = above
    return row[-1]
