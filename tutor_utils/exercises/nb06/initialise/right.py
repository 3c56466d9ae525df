# --- by_hand
@torch.no_grad()
def initialise(model):
    layers = list(model.modules())
    tables = [layer for layer in layers if isinstance(layer, nn.Embedding)]
    for layer in layers:
        if not isinstance(layer, nn.Linear):
            continue
        if all(layer.weight is not table.weight for table in tables):
            bound = math.sqrt(6 / (layer.in_features + layer.out_features))
            layer.weight.uniform_(-bound, bound)
        if layer.bias is not None:
            layer.bias.zero_()
    for table in tables:
        table.weight.normal_(0, 1 / math.sqrt(table.weight.shape[1]))
        if table.padding_idx is not None:
            table.weight[table.padding_idx].zero_()


# --- usual
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
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
