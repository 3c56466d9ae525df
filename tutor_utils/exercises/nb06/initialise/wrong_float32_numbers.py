"""number-type-fixed

A model in float64 came out in float32. Your new numbers replaced the old ones, with PyTorch's default type.
Try: Print `layer.weight.dtype` before and after the call.
Hint: Draw in place, `nn.init.normal_(layer.weight, ...)`, or give `dtype=layer.weight.dtype`.
"""


def initialise(model: nn.Module) -> None:
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            layer.weight.data = nn.init.xavier_uniform_(torch.empty(layer.weight.shape))
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
    for layer in model.modules():
        if isinstance(layer, nn.Embedding):
            layer.weight.data = torch.randn(layer.weight.shape) * layer.embedding_dim**-0.5
            if layer.padding_idx is not None:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
