"""one-place-too-early

Your answer stands one place too early: the last characters are not compared.
Try: How many rows and columns has the table for "ab" and "abc"?
Hint: The answer stands in row len(a), column len(b).
"""


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
    return table[max(0, len(a) - 1)][max(0, len(b) - 1)]
