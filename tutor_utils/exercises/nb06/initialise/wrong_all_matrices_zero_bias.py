"""tables-by-xavier
"""


def initialise(model: nn.Module) -> None:
    for p in model.parameters():
        if p.dim() > 1:
            nn.init.xavier_uniform_(p)
        else:
            nn.init.zeros_(p)
