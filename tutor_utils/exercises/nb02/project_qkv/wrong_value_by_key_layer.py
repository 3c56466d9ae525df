"""layer-used-twice

Two of your results come from one of the three layers, and what another one gives is missing. A
layer or a name was copied and not changed everywhere.
Try: Read the name of the layer in each line, and the names that you return.
Hint: `w_q(x)`, `w_k(x)`, `w_v(x)`: each layer once.
"""


def project_qkv(
    x: Tensor, w_q: nn.Linear, w_k: nn.Linear, w_v: nn.Linear
) -> tuple[Tensor, Tensor, Tensor]:
    return w_q(x), w_k(x), w_k(x)
