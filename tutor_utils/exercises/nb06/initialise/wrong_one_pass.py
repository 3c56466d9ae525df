"""shared-table-by-xavier

A matrix that serves a table and the output ended with Xavier's rule: your code met the output after the table and drew it once more. What both share counts as a table.
Try: Which of the two rules is the last to draw the shared tensor?
Hint: Go through all Linear layers first, and through all tables afterwards.
"""


def initialise(model: nn.Module) -> None:
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            nn.init.xavier_uniform_(layer.weight)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
        if isinstance(layer, nn.Embedding):
            nn.init.normal_(layer.weight, mean=0.0, std=layer.embedding_dim**-0.5)
            if layer.padding_idx is not None:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
