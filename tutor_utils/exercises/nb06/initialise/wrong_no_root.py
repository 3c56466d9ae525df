"""table-without-root

Your table has the deviation 1 / embedding_dim: the root is missing, or √embedding_dim divides
twice.
Try: With 64 features: is your deviation 1/8 or 1/64?
Hint: `std=layer.embedding_dim**-0.5`
"""


def initialise(model: nn.Module) -> None:
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            nn.init.xavier_uniform_(layer.weight)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
    for layer in model.modules():
        if isinstance(layer, nn.Embedding):
            nn.init.normal_(layer.weight, mean=0.0, std=layer.embedding_dim**-1.0)
            if layer.padding_idx is not None:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
