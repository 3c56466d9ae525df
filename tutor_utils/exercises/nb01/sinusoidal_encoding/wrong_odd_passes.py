"""odd-not-refused

With an odd d_model one feature has no partner. Your code goes on, or stops with an error that does
not say why.
Try: What should the caller be told when a feature has no partner?
Hint: Test `d_model % 2` first.
Fails: refuses
"""


def sinusoidal_encoding(length, d_model):
    position = torch.arange(length, dtype=torch.float64)[:, None]
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    exponent = two_i / d_model
    angle = position / 10000**exponent
    table = torch.zeros(length, d_model)
    table[:, 0::2] = angle.sin()
    table[:, 1::2] = angle.cos()[:, : d_model // 2]
    return table
