"""table-uniform

Your table is drawn uniformly. Its numbers should come from the normal distribution.
Try: Which function of `nn.init` draws normal numbers?
Hint: `nn.init.normal_(layer.weight, std=layer.embedding_dim**-0.5)`
"""


def initialise(model: nn.Module) -> None:
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            nn.init.xavier_uniform_(layer.weight)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
    for layer in model.modules():
        if isinstance(layer, nn.Embedding):
            a = (3 / layer.embedding_dim) ** 0.5
            nn.init.uniform_(layer.weight, -a, a)
            if layer.padding_idx is not None:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
