"""layers-inside-not-found

Layers inside other layers are as they were. `children()` gives the layers one step down, and neither the model itself nor what stands deeper.
Try: Compare `len(list(model.children()))` with `len(list(model.modules()))`.
Hint: `for layer in model.modules():`
"""


def initialise(model: nn.Module) -> None:
    for layer in model.children():
        if isinstance(layer, nn.Linear):
            nn.init.xavier_uniform_(layer.weight)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
    for layer in model.children():
        if isinstance(layer, nn.Embedding):
            nn.init.normal_(layer.weight, mean=0.0, std=layer.embedding_dim**-0.5)
            if layer.padding_idx is not None:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
