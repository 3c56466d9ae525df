def initialise(model):
    def linear(m):
        if isinstance(m, nn.Linear):
            torch.nn.init.xavier_uniform_(m.weight)
            if m.bias is not None:
                m.bias.data.zero_()

    def table(m):
        if isinstance(m, nn.Embedding):
            torch.nn.init.normal_(m.weight, std=m.embedding_dim**-0.5)
            if m.padding_idx is not None:
                m.weight.data[m.padding_idx].zero_()

    model.apply(linear)
    model.apply(table)
