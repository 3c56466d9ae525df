"""table-by-vocabulary

The deviation of your table comes from the number of its rows. Which vector a word has should not depend on how many other words there are.
Try: Which size of the table counts the features of one word?
Hint: `layer.embedding_dim`, not `layer.num_embeddings`
"""


def initialise(model: nn.Module) -> None:
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            nn.init.xavier_uniform_(layer.weight)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
    for layer in model.modules():
        if isinstance(layer, nn.Embedding):
            nn.init.normal_(layer.weight, mean=0.0, std=layer.num_embeddings**-0.5)
            if layer.padding_idx is not None:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
