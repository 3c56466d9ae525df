"""xavier-range-as-deviation

You used √(2 / (in + out)) as the range. That is the deviation of Xavier's rule; the range is √3 times as wide.
Try: A uniform draw from -a to a has the deviation a/√3. Which a gives the deviation that you want?
Hint: a = √(6 / (in + out))
"""


def initialise(model: nn.Module) -> None:
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            a = (2 / sum(layer.weight.shape)) ** 0.5
            nn.init.uniform_(layer.weight, -a, a)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
    for layer in model.modules():
        if isinstance(layer, nn.Embedding):
            nn.init.normal_(layer.weight, mean=0.0, std=layer.embedding_dim**-0.5)
            if layer.padding_idx is not None:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
