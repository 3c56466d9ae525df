"""index-none-takes-all

A table without a pad is all zeros after your call. Its `padding_idx` is None, and `weight[None] = 0` means the whole table.
Try: Print `layer.weight[None].shape`: which part of the table is that?
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
            with torch.no_grad():
                layer.weight[layer.padding_idx] = 0.0
