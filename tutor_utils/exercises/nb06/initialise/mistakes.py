"""What goes wrong in `initialise`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "bias-not-zero",
    edit("usual", {"nn.init.zeros_(layer.bias)": "pass"}),
    means="The biases of the Linear layers are as they were. They should begin at zero.",
    try_next="Print `layer.bias` after the call.",
    hint="`nn.init.zeros_(layer.bias)`, where there is a bias",
)

mistakes.add(
    "others-drawn-too",
    edit("usual", {
        "isinstance(layer, nn.Linear)": 'hasattr(layer, "weight") and layer.weight.dim() > 1',
        "if layer.bias": 'if getattr(layer, "bias", None)',
    }),
    means="""Your code wrote into a tensor that has no rule here, such as that of a norm or a
    convolution. Only `nn.Linear` and `nn.Embedding` have one.""",
    try_next="Which tensors does your code write into, and which kind of layer owns each of them?",
    hint="Ask for the kind with `isinstance`.",
)

mistakes.add(
    "layers-inside-not-found",
    edit("usual", {
        "None:\n    for layer in model.modules()": "None:\n    for layer in model.children()",
        "bias)\n    for layer in model.modules()": "bias)\n    for layer in model.children()",
    }),
    means="""Layers inside other layers are as they were. `children()` gives the layers one step
    down, and neither the model itself nor what stands deeper.""",
    try_next="Compare `len(list(model.children()))` with `len(list(model.modules()))`.",
    hint="`for layer in model.modules():`",
)

mistakes.add(
    "deviation-given-as-mean",
    edit("usual", {"mean=0.0, std=": ""}),
    means="""Your number is the mean of the draw and not its deviation: the second argument of
    `nn.init.normal_` is `mean`. The deviation is still 1.""",
    try_next="Which arguments has `nn.init.normal_`, and in which order?",
    hint="nn.init.normal_(layer.weight, std=layer.embedding_dim**-0.5)",
)

mistakes.add(
    "table-of-deviation-1",
    edit("usual", {"layer.embedding_dim**-0.5": "1.0"}),
    means="""Your tables have deviation 1, as PyTorch draws them. A table that is also the
    output's matrix then gives logits of size √d_model, and the first loss is far above ln V.""",
    try_next="""Print `layer.weight.std()` of a table after the call. What should it be for
    embedding_dim=64?""",
    hint="`nn.init.normal_(layer.weight, std=layer.embedding_dim**-0.5)`",
)

mistakes.add(
    "tie-cut",
    edit("usual", {
        "nn.init.xavier_uniform_(layer.weight)":
            "layer.weight = nn.Parameter(nn.init.xavier_uniform_(torch.empty_like(layer.weight)))",
        "nn.init.normal_(layer.weight, mean=0.0, std=layer.embedding_dim**-0.5)":
            "layer.weight = nn.Parameter(torch.randn_like(layer.weight) * layer.embedding_dim**-0.5)",
    }),
    means="""You put new Parameters into the layers. A table and an output that shared one then
    have two, and an optimizer that was made before trains numbers that no layer uses.""",
    try_next="Is `model.output.weight is model.table.weight` still True after the call?",
    hint="Draw in place: the functions of `nn.init` do, their names end in `_`.",
)

mistakes.add(
    "shared-table-by-xavier",
    edit("usual", {"zeros_(layer.bias)\n    for layer in model.modules():": "zeros_(layer.bias)"}),
    means="""A matrix that serves a table and the output ended with Xavier's rule: your code met
    the output after the table and drew it once more. What both share counts as a table.""",
    try_next="Which of the two rules is the last to draw the shared tensor?",
    hint="Go through all Linear layers first, and through all tables afterwards.",
)

mistakes.add(
    "index-none-takes-all",
    edit("usual", {"if layer.padding_idx is not None:": "if True:"}),
    means="""A table without a pad is all zeros after your call. Its `padding_idx` is None, and
    `weight[None] = 0` means the whole table.""",
    try_next="Print `layer.weight[None].shape`: which part of the table is that?",
    hint="`if layer.padding_idx is not None:`",
)

mistakes.add(
    "pad-row-drawn",
    edit("usual", {"layer.weight[layer.padding_idx] = 0.0": "pass"}),
    means="""The row `padding_idx` holds drawn numbers after your call. A draw fills the whole
    table, and that row gets no gradient: what stands there stays there.""",
    try_next="Print `layer.weight[layer.padding_idx]` after the call.",
    hint="Set that row to zero after the draw, under `torch.no_grad()`.",
)

mistakes.add(
    "xavier-normal",
    edit("usual", {"xavier_uniform_": "xavier_normal_"}),
    means="""The weights of your Linear layers come from a normal distribution. Its deviation is
    Xavier's, but the contract asks for the uniform rule, which has a largest number.""",
    try_next="Which function draws them: a normal or a uniform one?",
    hint="`nn.init.xavier_uniform_(layer.weight)`",
)

mistakes.add(
    "all-matrices-by-xavier",
    code("""
        def initialise(model: nn.Module) -> None:
            for parameter in model.parameters():
                if parameter.dim() > 1:
                    nn.init.xavier_uniform_(parameter)
    """),
    means="""One rule serves everything with more than one axis. So the biases stay as they were,
    and the embedding tables get Xavier's range, which is for Linear layers.""",
    try_next="What does your loop do with the bias of a Linear layer, and what with a table?",
    hint="Go through `model.modules()`: `nn.Linear` and `nn.Embedding` have rules of their own.",
)

mistakes.add(
    "gpt-2-rule",
    edit("usual", {
        "nn.init.xavier_uniform_(layer.weight)":
            "nn.init.normal_(layer.weight, mean=0.0, std=0.02)",
        "layer.embedding_dim**-0.5": "0.02",
    }),
    means="""All weights have the deviation 0.02, which is GPT-2's rule. Here the sizes decide: a
    Linear layer gets Xavier's range, a table the deviation embedding_dim^(-1/2).""",
    try_next="Which rule does the docstring give for `nn.Linear`, and which for `nn.Embedding`?",
    hint="`nn.init.xavier_uniform_(layer.weight)` for a Linear layer",
)
