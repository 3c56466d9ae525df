"""one-row-for-all"""


def edit_distance(a, b):
    table = [[0] * (len(b) + 1)] * (len(a) + 1)
    for i in range(len(a) + 1):
        for j in range(len(b) + 1):
            if i == 0 or j == 0:
                table[i][j] = i + j
            else:
                change = 0 if a[i - 1] == b[j - 1] else 1
                table[i][j] = min(
                    table[i - 1][j] + 1,
                    table[i][j - 1] + 1,
                    table[i - 1][j - 1] + change,
                )
    return table[len(a)][len(b)]
