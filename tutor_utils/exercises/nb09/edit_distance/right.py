# --- recursive
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


# --- table
# The whole table.
def edit_distance(a, b):
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) + 1):
        table[i][0] = i
    for j in range(len(b) + 1):
        table[0][j] = j
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            change = 0 if a[i - 1] == b[j - 1] else 1
            table[i][j] = min(
                table[i - 1][j] + 1,
                table[i][j - 1] + 1,
                table[i - 1][j - 1] + change,
            )
    return table[len(a)][len(b)]


# --- tensor
# A tensor for the table.
def edit_distance(a, b):
    d = torch.zeros(len(a) + 1, len(b) + 1, dtype=torch.long)
    d[:, 0] = torch.arange(len(a) + 1)
    d[0] = torch.arange(len(b) + 1)
    d = d.tolist()
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            d[i + 1][j + 1] = sorted([d[i][j + 1] + 1, d[i + 1][j] + 1, d[i][j] + (0 if x == y else 1)])[0]
    return d[-1][-1]


# --- two_rows
# Two rows, old and new.
def edit_distance(a, b):
    old = [*range(len(b) + 1)]
    for i in range(len(a)):
        new = [i + 1]
        for j in range(len(b)):
            if a[i] == b[j]:
                new.append(old[j])
            else:
                new.append(1 + min(old[j], old[j + 1], new[j]))
        old = new
    return old[len(b)]


# --- usual
def edit_distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        corner, row[0] = row[0], i
        for j, y in enumerate(b, start=1):
            above = row[j]
            row[j] = min(above + 1, row[j - 1] + 1, corner + (x != y))
            corner = above
    return row[-1]
