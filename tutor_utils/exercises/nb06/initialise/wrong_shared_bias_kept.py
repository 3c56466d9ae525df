"""bias-of-shared-left

The bias of an output whose matrix is a table kept its old numbers: you passed over the whole layer. Only its matrix belongs to the table.
Try: Which part of such a Linear layer is shared, and which is its own?
Hint: Skip the draw of the weight, not the bias.
"""


def initialise(model: nn.Module) -> None:
    tables = [m.weight for m in model.modules() if isinstance(m, nn.Embedding)]
    for layer in model.modules():
        if isinstance(layer, nn.Linear) and all(layer.weight is not t for t in tables):
            nn.init.xavier_uniform_(layer.weight)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
    for layer in model.modules():
        if isinstance(layer, nn.Embedding):
            nn.init.normal_(layer.weight, mean=0.0, std=layer.embedding_dim**-0.5)
            if layer.padding_idx is not None:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
