"""table-deviation-fixed

Your table has the same deviation whatever its width is. 0.02 is the number of some published models with 768 and more features; here it follows from the width.
Try: Which deviation should a table with 64 features have, and which one with 400?
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
            nn.init.normal_(layer.weight, mean=0.0, std=0.02)
            if layer.padding_idx is not None:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
