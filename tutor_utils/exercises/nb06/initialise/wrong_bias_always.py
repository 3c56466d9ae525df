"""bias-none

A Linear layer made with `bias=False` has the bias None, and your code treats it as a tensor.
Try: Which layers may have no bias?
Hint: `if layer.bias is not None:`
Raises: 'NoneType' object has no attribute '(?:zero_|fill_|data|copy_|normal_|uniform_)'
"""


def initialise(model: nn.Module) -> None:
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            nn.init.xavier_uniform_(layer.weight)
            nn.init.zeros_(layer.bias)
    for layer in model.modules():
        if isinstance(layer, nn.Embedding):
            nn.init.normal_(layer.weight, mean=0.0, std=layer.embedding_dim**-0.5)
            if layer.padding_idx is not None:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
