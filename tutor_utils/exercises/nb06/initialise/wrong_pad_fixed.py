"""pad-row-0-fixed

You set row 0 to zero in every table. Each table says which row is its pad's, and some tables have
none.
Try: Which attribute of `nn.Embedding` holds the pad's id?
Hint: `layer.padding_idx`, which may be None
"""


def initialise(model: nn.Module) -> None:
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            nn.init.xavier_uniform_(layer.weight)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
    for layer in model.modules():
        if isinstance(layer, nn.Embedding):
            nn.init.normal_(layer.weight, mean=0.0, std=layer.embedding_dim**-0.5)
            with torch.no_grad():
                layer.weight[0] = 0.0
