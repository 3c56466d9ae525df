"""pad-row-0-forgotten

A table whose pad has the id 0 kept a drawn row. `if layer.padding_idx:` is False for 0 as it is for None.
Try: What is `bool(0)`?
Hint: `if layer.padding_idx is not None:`
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
            if layer.padding_idx:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
