# By the last characters, each question once.
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
