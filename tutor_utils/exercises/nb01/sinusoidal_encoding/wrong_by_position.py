"""alternates-by-position

Your sine and cosine alternate from position to position. Several texts say so, and it is wrong:
they alternate from FEATURE to feature.
Try: What decides between sine and cosine in your code: the number of the row, or that of the
column?
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f'd_model={d_model} must be even')
    a = torch.arange(length)[:, None] / 10000 ** ((torch.arange(d_model) // 2 * 2) / d_model)
    t = a.sin()
    t[1::2] = a[1::2].cos()
    return t
