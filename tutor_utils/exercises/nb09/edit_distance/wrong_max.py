"""max-for-min

You take the largest of the three numbers. The fewest changes are asked for, so the smallest.
Try: Fill the table of the worked example by hand, with your rule.
Hint: `min(above + 1, left + 1, corner + (x != y))`.
"""


def edit_distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        corner, row[0] = row[0], i
        for j, y in enumerate(b, start=1):
            above = row[j]
            row[j] = max(above + 1, row[j - 1] + 1, corner + (x != y))
            corner = above
    return row[-1]
