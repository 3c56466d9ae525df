"""matrix-product

`@` between two tables is a product of matrices. It meets the rows of a with the columns of b. Here
each vector meets its partner, feature by feature.
Try: What does `a @ b` give for two tables of shape (2, 2), and what is asked for?
Hint: `(a * b).sum(dim=-1)`
"""


def cosine_similarity(a, b):
    lengths = a.norm(dim=-1) * b.norm(dim=-1)
    return (a @ b) / lengths.clamp(min=1e-8)
