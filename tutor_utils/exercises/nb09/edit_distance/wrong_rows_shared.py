"""one-row-for-all

Your rows share one memory: a number of the row above is overwritten before it is read. `[[0] * m] *
n` repeats one list; with a single row, the old number at the left must be kept.
Try: Print the table after each change in it. Does a row above change, too?
Hint: `[[0] * m for _ in range(n)]`; with a single row, note the old number before you write over
it.
"""


def edit_distance(a, b):
    table = [[0] * (len(b) + 1)] * (len(a) + 1)
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
