"""shared-told-by-shape

An output layer that has the shape of a table, and is not tied to it, keeps its old numbers: of a
tied one they would be the table's.
Try: Print `model.output.weight is model.table.weight` for a model that is not tied.
Hint: One tensor is shared where both hold the same object: `is`, not the same shape.
"""


def initialise(model: nn.Module) -> None:
    tables = [layer for layer in model.modules() if isinstance(layer, nn.Embedding)]
    shapes = {table.weight.shape for table in tables}
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            if layer.weight.shape not in shapes:
                nn.init.xavier_uniform_(layer.weight)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
    for table in tables:
        nn.init.normal_(table.weight, std=table.embedding_dim**-0.5)
        if table.padding_idx is not None:
            with torch.no_grad():
                table.weight[table.padding_idx] = 0.0
