"""equal-costs-one

Two equal characters cost 1 in your code. Nothing has to be changed there.
Try: What is the distance of "abc" and "abc"?
Hint: Where both are the same, the number above and to the left stays as it is: + 0.
"""


def edit_distance(a, b):
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) + 1):
        table[i][0] = i
    for j in range(len(b) + 1):
        table[0][j] = j
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            change = 1
            table[i][j] = min(
                table[i - 1][j] + 1,
                table[i][j - 1] + 1,
                table[i - 1][j - 1] + change,
            )
    return table[len(a)][len(b)]
