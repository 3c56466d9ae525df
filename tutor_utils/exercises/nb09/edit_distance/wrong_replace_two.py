"""replacing-costs-two

Replacing costs 2 in your code: by that number, or because it is missing and a deletion and an
insertion take its place. It costs 1.
Try: What is the distance of "a" and "b"?
Hint: The number above and to the left + 1, where the two characters differ.
"""


def edit_distance(a, b):
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) + 1):
        table[i][0] = i
    for j in range(len(b) + 1):
        table[0][j] = j
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            change = 0 if a[i - 1] == b[j - 1] else 2
            table[i][j] = min(
                table[i - 1][j] + 1,
                table[i][j - 1] + 1,
                table[i - 1][j - 1] + change,
            )
    return table[len(a)][len(b)]
