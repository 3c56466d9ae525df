"""seed-fixed

Your function fixes the seed itself, so every model begins with the same numbers, whatever seed the
caller chose.
Try: Look for `manual_seed`, `set_seed` and a `torch.Generator()` of your own: a new one begins with
the same seed each time.
"""


def initialise(model: nn.Module) -> None:
    torch.manual_seed(0)
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            nn.init.xavier_uniform_(layer.weight)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
    for layer in model.modules():
        if isinstance(layer, nn.Embedding):
            nn.init.normal_(layer.weight, mean=0.0, std=layer.embedding_dim**-0.5)
            if layer.padding_idx is not None:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
