"""pad-row-drawn

The row `padding_idx` holds drawn numbers after your call. A draw fills the whole table, and that
row gets no gradient: what stands there stays there.
Try: Print `layer.weight[layer.padding_idx]` after the call.
Hint: Set that row to zero after the draw, under `torch.no_grad()`.
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
