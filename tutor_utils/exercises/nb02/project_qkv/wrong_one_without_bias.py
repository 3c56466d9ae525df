"""one-layer-without-bias-for-all

Where one of the layers has no bias, the biases of the others are lost too.
Try: Make `w_k` with `bias=False` and the two others with a bias, as Whisper does. What are q and v
for an input of zeros?
Hint: Call each layer, `w_q(x)`: it knows whether it has a bias.
"""


def project_qkv(x, w_q, w_k, w_v):
    layers = (w_q, w_k, w_v)
    weight = torch.cat([layer.weight for layer in layers])
    biases = [layer.bias for layer in layers if layer.bias is not None]
    bias = torch.cat(biases) if len(biases) == 3 else None
    return F.linear(x, weight, bias).chunk(3, dim=-1)
