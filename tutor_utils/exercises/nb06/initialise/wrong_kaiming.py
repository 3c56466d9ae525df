"""kaiming-for-xavier

Your Linear layers are drawn by Kaiming's rule, which looks at the inputs of a layer alone. Xavier's rule looks at inputs and outputs.
Try: Compare your range with √(6 / (in + out)).
Hint: `nn.init.xavier_uniform_(layer.weight)`
"""


def initialise(model: nn.Module) -> None:
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            nn.init.kaiming_uniform_(layer.weight)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
    for layer in model.modules():
        if isinstance(layer, nn.Embedding):
            nn.init.normal_(layer.weight, mean=0.0, std=layer.embedding_dim**-0.5)
            if layer.padding_idx is not None:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
