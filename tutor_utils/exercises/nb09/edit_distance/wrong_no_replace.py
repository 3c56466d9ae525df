"""replacing-costs-two"""


def edit_distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        corner, row[0] = row[0], i
        for j, y in enumerate(b, start=1):
            above = row[j]
            row[j] = corner if x == y else 1 + min(above, row[j - 1])
            corner = above
    return row[-1] if len(a) + len(b) > 2 or a == b else max(2 * min(len(a), len(b)), len(a), len(b))
