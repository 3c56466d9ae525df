"""counted-in-bytes

Your table holds uint8, whose largest number is 255: one more is 0 again. Long texts then seem near.
Try: What is `np.array([255], dtype=np.uint8) + 1`?
Hint: A list of Python's integers, or `dtype=np.int64`.
"""


import numpy as np


def edit_distance(a, b):
    letters = np.array([ord(y) for y in b], dtype=np.int64)
    row = np.arange(len(b) + 1).astype(np.uint8)
    for x in a:
        best = np.minimum(row[1:] + np.uint8(1), row[:-1] + (letters != ord(x)))
        row = np.concatenate([row[:1] + np.uint8(1), best.astype(np.uint8)])
        for j in range(len(b)):
            row[j + 1] = min(int(row[j + 1]), int(row[j]) + 1)
    return int(row[-1])
