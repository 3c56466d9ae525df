"""tensor-looked-up-in-a-list"""


def initialise(model: nn.Module) -> None:
    tables = []
    for m in model.modules():
        if isinstance(m, nn.Embedding):
            tables.append(m.weight)
            nn.init.normal_(m.weight, mean=0.0, std=m.embedding_dim**-0.5)
            if m.padding_idx is not None:
                with torch.no_grad():
                    m.weight[m.padding_idx] = 0
    for m in model.modules():
        if isinstance(m, nn.Linear):
            if m.weight not in tables:
                nn.init.xavier_uniform_(m.weight)
            if m.bias is not None:
                nn.init.zeros_(m.bias)
