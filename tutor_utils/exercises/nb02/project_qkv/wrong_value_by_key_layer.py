"""layer-used-twice

One of the three layers makes two of your results, and another one is never called. A line was
copied and not changed everywhere.
Try: Read the name of the layer in each of the three lines.
Hint: `w_q(x)`, `w_k(x)`, `w_v(x)`: each layer once.
"""


def project_qkv(
    x: Tensor, w_q: nn.Linear, w_k: nn.Linear, w_v: nn.Linear
) -> tuple[Tensor, Tensor, Tensor]:
    return w_q(x), w_k(x), w_k(x)
