"""table-of-deviation-1

Your tables have deviation 1, as PyTorch draws them. A table that is also the output's matrix then gives logits of size √d_model, and the first loss is far above ln V.
Try: Print `layer.weight.std()` of a table after the call. What should it be for embedding_dim=64?
Hint: `nn.init.normal_(layer.weight, std=layer.embedding_dim**-0.5)`
"""


def initialise(model: nn.Module) -> None:
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            nn.init.xavier_uniform_(layer.weight)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
    for layer in model.modules():
        if isinstance(layer, nn.Embedding):
            nn.init.normal_(layer.weight, mean=0.0, std=1.0)
            if layer.padding_idx is not None:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
