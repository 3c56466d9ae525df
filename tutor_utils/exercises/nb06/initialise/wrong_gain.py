"""xavier-with-gain

Your range for the Linear layers is too wide by √2, which is the gain for ReLU. The contract has
gain 1.
Try: Where does the √2 come from: a `gain`, or a range of your own? Compare it with √(6 / (in +
out)).
"""


def initialise(model: nn.Module) -> None:
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            nn.init.xavier_uniform_(layer.weight, gain=2**0.5)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
    for layer in model.modules():
        if isinstance(layer, nn.Embedding):
            nn.init.normal_(layer.weight, mean=0.0, std=layer.embedding_dim**-0.5)
            if layer.padding_idx is not None:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
