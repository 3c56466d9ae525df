"""tensor2tensor-waves

These are the waves of tensor2tensor and fairseq. Two things differ from the paper's formula: all sines stand first and all cosines behind them, and the slowest wave is reached at the last pair (d_model/2 - 1 instead of d_model/2).
Try: Sine and cosine of one angle are neighbours: features 2i and 2i+1. The angle is pos / 10000^(2i/d_model).
Hint: Fill `table[:, 0::2]` and `table[:, 1::2]`, and divide the exponent by d_model.
Seen: https://github.com/tensorflow/tensor2tensor/blob/master/tensor2tensor/layers/common_attention.py
"""


def sinusoidal_encoding(length, d_model):
    if d_model % 2:
        raise ValueError(f"d_model={d_model} must be even")
    half = d_model // 2
    slower = math.log(10000) / max(half - 1, 1)
    rates = torch.exp(-slower * torch.arange(half, dtype=torch.float64))
    angle = torch.arange(length, dtype=torch.float64)[:, None] * rates
    return torch.cat([angle.sin(), angle.cos()], dim=1).float()
