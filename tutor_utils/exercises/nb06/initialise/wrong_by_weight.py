"""others-drawn-too

Your code wrote into a tensor that has no rule here, such as that of a norm or a convolution. Only
`nn.Linear` and `nn.Embedding` have one.
Try: Which tensors does your code write into, and which kind of layer owns each of them?
Hint: Ask for the kind with `isinstance`.
"""


def initialise(model: nn.Module) -> None:
    for layer in model.modules():
        if hasattr(layer, "weight") and layer.weight.dim() > 1:
            nn.init.xavier_uniform_(layer.weight)
            if getattr(layer, "bias", None) is not None:
                nn.init.zeros_(layer.bias)
    for layer in model.modules():
        if isinstance(layer, nn.Embedding):
            nn.init.normal_(layer.weight, mean=0.0, std=layer.embedding_dim**-0.5)
            if layer.padding_idx is not None:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
