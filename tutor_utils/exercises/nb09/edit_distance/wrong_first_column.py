"""first-column-zero

To delete the beginning of a costs nothing in your code. Where rows stand for a, the first column of
the table is then 0; from i characters to none takes i changes.
Try: What is the distance of "abcd" and ""?
"""


def edit_distance(a, b):
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) + 1):
        table[i][0] = 0
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
