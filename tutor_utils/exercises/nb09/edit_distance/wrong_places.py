"""compares-places

You compare place by place. One inserted character moves all that follow.
Try: What is the distance of "abc" and "xabc"?
Hint: A table: row i, column j is the distance of the first i and the first j characters.
"""


def edit_distance(a, b):
    return sum(x != y for x, y in zip(a, b)) + abs(len(a) - len(b))
