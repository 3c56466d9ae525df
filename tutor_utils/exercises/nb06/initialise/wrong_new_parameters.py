"""tie-cut

You put new Parameters into the layers. A table and an output that shared one then have two, and an optimizer that was made before trains numbers that no layer uses.
Try: Is `model.output.weight is model.table.weight` still True after the call?
Hint: Draw in place: the functions of `nn.init` do, their names end in `_`.
"""


def initialise(model: nn.Module) -> None:
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            layer.weight = nn.Parameter(nn.init.xavier_uniform_(torch.empty_like(layer.weight)))
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
    for layer in model.modules():
        if isinstance(layer, nn.Embedding):
            table = torch.randn_like(layer.weight) * layer.embedding_dim**-0.5
            if layer.padding_idx is not None:
                table[layer.padding_idx] = 0.0
            layer.weight = nn.Parameter(table)
