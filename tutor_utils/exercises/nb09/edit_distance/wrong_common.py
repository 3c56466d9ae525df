"""common-letters

You count which characters are there, not where they stand.
Try: What is the distance of "ab" and "ba"?
Hint: A table: row i, column j is the distance of the first i and the first j characters.
"""


from collections import Counter


def edit_distance(a, b):
    one, other = Counter(a), Counter(b)
    return max((one - other).total(), (other - one).total())
