"""What goes wrong in `logit_lens`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "without-the-last-norm",
    edit("usual", {"model.norm(parts[name])": "parts[name]"}),
    means="""You leave out the last norm. The output layer has only ever read what comes from it, so
    even your last entry is not what the model says.""",
    try_next="Compare your last entry with `model(ids)`.",
    hint="`model.output(model.norm(x))`.",
)

mistakes.add(
    "embedding-left-out",
    edit("usual", {'"embed", ': ""}),
    means="Entry 0 is missing: what the model would say before its first layer.",
    try_next="How many entries do you give for a model of 2 layers? It should be 3.",
    hint="Begin with `embed`.",
)

mistakes.add(
    "last-layer-left-out",
    edit("usual", {"range(len(model.layers))": "range(len(model.layers) - 1)"}),
    means="The last entry is missing: it stands after the last layer, and is what the model says.",
    try_next="How many entries do you give for a model of 2 layers? It should be 3.",
)

mistakes.add(
    "without-the-mask",
    edit("layer_by_layer", {"layer(x, mask)": "layer(x)"}),
    means="""You run the layers without the causal mask. Each place reads what comes after it, and
    the model never does.""",
    try_next="What does the model's `forward` give to a layer beside x?",
    hint="`causal_mask(ids.shape[1], ids.device)`.",
)

mistakes.add(
    "each-layer-from-the-start",
    edit("layer_by_layer", {"x, _ = layer(x, mask)": "x, _ = layer(model.embed(ids), mask)"}),
    means="Each layer of yours reads the embedding. It reads what the layer before gave.",
    try_next="What goes into layer 1?",
)

mistakes.add(
    "norm-carried-on",
    edit("layer_by_layer", {
        """
                logits.append(model.output(model.norm(x)))
        """: """
                x = model.norm(x)
                logits.append(model.output(x))
        """,
    }),
    means="""You go on with the normed x. The lens only looks: the next layer reads x as it was.""",
    try_next="Which x goes into your second layer?",
    hint="`logits.append(model.output(model.norm(x)))`, and leave x alone.",
)

mistakes.add(
    "normed-twice",
    edit("usual", {"in range(len(model.layers)))]": "in range(len(model.layers) - 1)), \"norm\"]"}),
    means="The last norm works twice on what you read. The model norms once.",
    try_next="How often does `model.norm` stand on the way from x to the logits?",
    hint="Keep x as it is, and norm it where you read it.",
)

mistakes.add(
    "probabilities",
    edit("usual", {"(parts[name]))": "(parts[name])).softmax(-1)"}),
    means="You give probabilities. Asked for are the logits.",
    try_next="Leave the softmax to whoever calls you.",
)

mistakes.add(
    "layers-on-another-axis",
    edit("layer_by_layer", {"dim=0": "dim=1"}),
    means="Your new axis is not the first one. Layers come first: (num_layers + 1, B, L, V).",
    try_next="Compare the shape of your result with (num_layers + 1, B, L, V).",
    hint="`torch.stack(...)` makes the new axis first.",
)

mistakes.add(
    "stays-in-eval-mode",
    edit("layer_by_layer", {"x = model.embed(ids)": "x = model.eval().embed(ids)"}),
)

mistakes.harmless(kind="mode", because="with a gradient or without one, the logits are the same")
