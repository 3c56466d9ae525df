"""layer-used-twice"""


def project_qkv(
    x: Tensor, w_q: nn.Linear, w_k: nn.Linear, w_v: nn.Linear
) -> tuple[Tensor, Tensor, Tensor]:
    return w_q(x), w_k(x), w_q(x)
