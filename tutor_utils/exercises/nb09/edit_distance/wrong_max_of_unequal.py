"""max-for-min"""


def edit_distance(a, b):
    table = [[i + j for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i, x in enumerate(a, start=1):
        for j, y in enumerate(b, start=1):
            around = table[i - 1][j], table[i][j - 1], table[i - 1][j - 1]
            table[i][j] = table[i - 1][j - 1] if x == y else 1 + max(around)
    return table[-1][-1]
