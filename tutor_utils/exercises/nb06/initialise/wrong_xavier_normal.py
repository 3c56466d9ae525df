"""xavier-normal

The weights of your Linear layers come from a normal distribution. Its deviation is Xavier's, but
the contract asks for the uniform rule, which has a largest number.
Try: Which function draws them: a normal or a uniform one?
Hint: `nn.init.xavier_uniform_(layer.weight)`
"""


def initialise(model: nn.Module) -> None:
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            nn.init.xavier_normal_(layer.weight)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
    for layer in model.modules():
        if isinstance(layer, nn.Embedding):
            nn.init.normal_(layer.weight, mean=0.0, std=layer.embedding_dim**-0.5)
            if layer.padding_idx is not None:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
