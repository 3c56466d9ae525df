"""xavier-normal

You drew the weights of the Linear layers from Xavier's normal rule. The deviation is the same, but
the contract asks for the uniform one, which has a largest number.
Try: Which of the functions of `nn.init` that begin with `xavier` did you take?
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
