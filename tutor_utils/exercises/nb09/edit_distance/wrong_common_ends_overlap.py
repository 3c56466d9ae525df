"""common-ends-cut-twice

What both texts begin with, and what both end with, is cut off. In short or repeated texts the two
parts overlap, and the same letter is cut away twice.
Try: What is left of "aa" and "a" when the common beginning is cut off, and then the common end?
Hint: Cut the beginning off first, and look for the common end in what is left.
"""


def edit_distance(a, b):
    if a == b:
        return 0
    shorter = min(len(a), len(b))
    head = 0
    while head < shorter and a[head] == b[head]:
        head += 1
    tail = 0
    while tail < shorter and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    a, b = a[head : len(a) - tail], b[head : len(b) - tail]
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        corner, row[0] = row[0], i
        for j, y in enumerate(b, start=1):
            above = row[j]
            row[j] = min(above + 1, row[j - 1] + 1, corner + (x != y))
            corner = above
    return row[-1]
