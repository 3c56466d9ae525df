"""a-share

You divide by the length. The contract asks for the number of changes, an int.
Try: Compare your result with the docstring.
"""


def edit_distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        corner, row[0] = row[0], i
        for j, y in enumerate(b, start=1):
            above = row[j]
            row[j] = min(above + 1, row[j - 1] + 1, corner + (x != y))
            corner = above
    return row[-1] / max(1, len(a), len(b))
