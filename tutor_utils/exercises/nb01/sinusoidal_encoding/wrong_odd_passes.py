"""odd-not-refused

With an odd d_model one feature has no partner. Your code goes on, or stops with an error that does
not say why.
Try: What should the caller be told when a feature has no partner?
Hint: Test `d_model % 2` first.
Fails: refuses
"""


def sinusoidal_encoding(length, d_model):
    a = torch.arange(length).double()[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    t = torch.zeros(length, d_model)
    t[:, 0::2] = a.sin()
    t[:, 1::2] = a.cos()[:, : d_model // 2]
    return t
