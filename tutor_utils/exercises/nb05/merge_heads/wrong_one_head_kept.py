"""heads-dropped

You kept one head and left the others out. The result is only d_k wide, and what the other heads
found is lost.
Try: Count the numbers of one token in `x`, over all heads. All of them stand in its row.
Hint: The rows of the result are h*d_k wide.
"""


def merge_heads(x):
    return x[:, 0]
