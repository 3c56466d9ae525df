def initialise(model):
    tables = {id(m.weight) for m in model.modules() if isinstance(m, nn.Embedding)}
    for m in model.modules():
        match m:
            case nn.Embedding():
                nn.init.normal_(m.weight, 0.0, m.embedding_dim**-0.5)
                if m.padding_idx is not None:
                    nn.init.zeros_(m.weight[m.padding_idx])
            case nn.Linear():
                if id(m.weight) not in tables:
                    nn.init.xavier_uniform_(m.weight)
                if m.bias is not None:
                    nn.init.constant_(m.bias, 0.0)
