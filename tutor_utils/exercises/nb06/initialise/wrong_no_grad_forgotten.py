"""leaf-changed-in-place

You changed a Parameter in place while PyTorch records. It refuses: the change would be part of the model's computation.
Try: Which of your lines writes into a weight without a function of `nn.init`?
Hint: `with torch.no_grad():` around that line
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
            if layer.padding_idx is not None:
                layer.weight[layer.padding_idx] = 0.0
