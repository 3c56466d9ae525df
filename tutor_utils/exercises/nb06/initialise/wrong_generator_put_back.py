"""generator-put-back

Two calls, one behind the other, draw the same numbers: the global generator is where it was before
the first call. So two models that are made in a row begin alike.
Try: Call it twice on one model and compare its weights.
Hint: Draw from the global generator and leave it where it is then: no `fork_rng`, no
`set_rng_state`.
"""


def initialise(model: nn.Module) -> None:
    with torch.random.fork_rng(devices=[]):
        for layer in model.modules():
            if isinstance(layer, nn.Linear):
                nn.init.xavier_uniform_(layer.weight)
                if layer.bias is not None:
                    nn.init.zeros_(layer.bias)
        for layer in model.modules():
            if isinstance(layer, nn.Embedding):
                nn.init.normal_(layer.weight, std=layer.embedding_dim**-0.5)
                if layer.padding_idx is not None:
                    with torch.no_grad():
                        layer.weight[layer.padding_idx] = 0.0
