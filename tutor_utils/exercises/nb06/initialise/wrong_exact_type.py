"""subclass-not-seen

A subclass of `nn.Linear` or `nn.Embedding` is as it was. Comparing types, or their names, finds
that very class alone.
Try: How do you ask for the kind of a layer, and what does that say of a subclass?
Hint: `isinstance(layer, nn.Linear)`
"""


def initialise(model: nn.Module) -> None:
    for layer in model.modules():
        if type(layer) == nn.Linear:
            nn.init.xavier_uniform_(layer.weight)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
    for layer in model.modules():
        if type(layer) == nn.Embedding:
            nn.init.normal_(layer.weight, mean=0.0, std=layer.embedding_dim**-0.5)
            if layer.padding_idx is not None:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
