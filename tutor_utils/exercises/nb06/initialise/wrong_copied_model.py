"""copy-drawn

After your call the caller's model is as it was: numbers were drawn for a copy, or not at all. "In
place" means: the model itself changes, and nothing has to be returned.
Try: Does your code reach the model's own weights? Look for a copy (`deepcopy`, `clone`, an unused
`state_dict`), and for an inner function that is never called.
"""


import copy


def initialise(model: nn.Module) -> nn.Module:
    model = copy.deepcopy(model)
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            nn.init.xavier_uniform_(layer.weight)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
    for layer in model.modules():
        if isinstance(layer, nn.Embedding):
            nn.init.normal_(layer.weight, mean=0.0, std=layer.embedding_dim**-0.5)
            if layer.padding_idx is not None:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
    return model
