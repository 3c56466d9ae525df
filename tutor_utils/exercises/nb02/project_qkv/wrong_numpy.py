"""numpy-array"""


def project_qkv(x, w_q, w_k, w_v):
    return w_q(x).detach().numpy(), w_k(x).detach().numpy(), w_v(x).detach().numpy()
