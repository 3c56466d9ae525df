"""tables-by-xavier

Your embedding tables got Xavier's rule, which is for the Linear layers. A table is no layer that
sums over its rows: its numbers then depend on the size of the vocabulary.
Try: Print `layer.weight.std()` of a table, and compare it with embedding_dim^(-1/2).
Hint: Treat `nn.Linear` and `nn.Embedding` apart.
"""


def initialise(model: nn.Module) -> None:
    for parameter in model.parameters():
        if parameter.dim() > 1:
            nn.init.xavier_uniform_(parameter)
