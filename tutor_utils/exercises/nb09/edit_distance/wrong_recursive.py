"""one-call-inside-another-for-each-character

Your function calls itself for each character, one call inside the other. Python stops at about 1,000
such calls, also where each result is kept: a text of 1,300 characters is too long for it.
Try: How many calls are open at the same time for two texts of 600 characters?
Hint: Fill a table row by row in a loop: each number needs only the row above and the one to its left.
"""


from functools import lru_cache


def edit_distance(a, b):
    @lru_cache(maxsize=None)
    def d(i, j):
        if not i:
            return j
        if not j:
            return i
        return min(d(i - 1, j) + 1, d(i, j - 1) + 1, d(i - 1, j - 1) + (a[i - 1] != b[j - 1]))

    return d(len(a), len(b))
