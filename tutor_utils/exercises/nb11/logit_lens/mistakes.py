"""What goes wrong in `logit_lens`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

READ = "append(model.output(model.norm(x)))"

mistakes.add(
    "without-the-last-norm",
    edit("usual", {"model.norm(parts[name])": "parts[name]"}),
    edit("layer_by_layer", {
        "[model.output(model.norm(x))]": "[model.output(x)]",
        "append(model.output(model.norm(x)))": "append(model.output(x))",
    }),
    means="""You leave out the last norm. The output layer has only ever read what comes from it, so
    even your last entry is not what the model says.""",
    try_next="Compare your last entry with `model(ids)`.",
    hint="`model.output(model.norm(x))`.",
)

mistakes.add(
    "norm-at-the-end-alone",
    edit("layer_by_layer", {
        "[model.output(model.norm(x))]": "[model.output(x)]",
        "append(model.output(model.norm(x)))":
            "append(model.output(model.norm(x) if layer is model.layers[-1] else x))",
    }),
    means="Only your last entry goes through the norm. The output layer never reads anything without it.",
    try_next="What would the output layer read if the model stopped after layer 0?",
    hint="`model.output(model.norm(x))` for each entry.",
)

mistakes.add(
    "embedding-left-out",
    edit("usual", {'["embed", *(f"layers.{i}" for i in range(len(model.layers)))]': '[f"layers.{i}" for i in range(len(model.layers))]'}),
    edit("layer_by_layer", {"[model.output(model.norm(x))]": "[]"}),
    means="Entry 0 is missing: what the model would say before its first layer.",
    try_next="How many entries do you give for a model of 2 layers? It should be 3.",
    hint="Begin with `embed`.",
)

mistakes.add(
    "last-layer-left-out",
    edit("usual", {"range(len(model.layers))": "range(len(model.layers) - 1)"}),
    edit("layer_by_layer", {"in model.layers:": "in model.layers[:-1]:"}),
    means="The last entry is missing: it stands after the last layer, and is what the model says.",
    try_next="How many entries do you give for a model of 2 layers? It should be 3.",
)

mistakes.add(
    "read-too-early",
    edit("layer_by_layer", {
        """
                x, _ = layer(x, mask)
                logits.append(model.output(model.norm(x)))
        """: """
                logits.append(model.output(model.norm(x)))
                x, _ = layer(x, mask)
        """,
    }),
    means="""You read x before each layer has worked on it: entry 0 stands there twice, and what the
    model says is missing.""",
    try_next="Compare your last entry with `model(ids)`.",
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
    edit("layer_by_layer", {
        "x = model.embed(ids)": "x = model.norm(model.embed(ids))",
        "[model.output(model.norm(x))]": "[model.output(x)]",
        """
                logits.append(model.output(model.norm(x)))
        """: """
                x = model.norm(x)
                logits.append(model.output(x))
        """,
    }),
    edit("layer_by_layer", {"layer(x, mask)": "layer(model.norm(x), mask)"}),
    means="""You go on with the normed x. The lens only looks: the next layer reads x as it was.""",
    try_next="Which x goes into your second layer?",
    hint="`logits.append(model.output(model.norm(x)))`, and leave x alone.",
)

TWICE = "model.norm(model.norm(x))"
mistakes.add(
    "normed-twice",
    *(
        edit("layer_by_layer", {old: old.replace("model.norm(x)", TWICE) for old in places})
        for places in ((READ,), ("[model.output(model.norm(x))]", READ))
    ),
    edit("layer_by_layer", {READ: f"append(model.output({TWICE} if layer is model.layers[-1] else model.norm(x)))"}),
    means="The last norm works twice on what you read. The model norms once.",
    try_next="How often does `model.norm` stand on the way from x to the logits?",
    hint="Keep x as it is, and norm it where you read it.",
)

mistakes.add(
    "x-added-twice",
    edit("layer_by_layer", {"x, _ = layer(x, mask)": "x = x + layer(x, mask)[0]"}),
    means="You add x to what a layer gives. The layer has added it already.",
    try_next="What does a layer of notebook 06 do with its x?",
    hint="`x, _ = layer(x, mask)`.",
)

mistakes.add(
    "what-a-layer-adds",
    edit("layer_by_layer", {"x, _ = layer(x, mask)": "before, (x, _) = x, layer(x, mask)", READ: "append(model.output(model.norm(x - before)))"}),
    means="You read what each layer adds. The lens reads the whole stream after it.",
    try_next="Compare your last entry with `model(ids)`.",
    hint="`model.output(model.norm(x))`.",
)

mistakes.add(
    "probabilities",
    edit("usual", {"model.output(model.norm(parts[name]))": "model.output(model.norm(parts[name])).softmax(-1)"}),
    means="You give probabilities. Asked for are the logits.",
    try_next="Leave the softmax to whoever calls you.",
)

mistakes.add(
    "layers-on-another-axis",
    edit("layer_by_layer", {"dim=0": "dim=1"}),
    edit("layer_by_layer", {"dim=0": "dim=-2"}),
    means="Your new axis is not the first one. Layers come first: (num_layers + 1, B, L, V).",
    try_next="Compare the shape of your result with (num_layers + 1, B, L, V).",
    hint="`torch.stack(...)` makes the new axis first.",
)

mistakes.add(
    "joined-along-the-batch",
    edit("layer_by_layer", {"torch.stack(logits, dim=0)": "torch.cat(logits)"}),
    means="`torch.cat` puts the entries into the batch. Asked for is a new axis.",
    try_next="Compare the shape of your result with (num_layers + 1, B, L, V).",
    hint="`torch.stack`.",
)

mistakes.add(
    "hooks-not-removed",
    edit("own_hooks", {"handle.remove()": "pass"}),
    means="Your hooks are still on the model: each later run calls them again.",
    try_next="What does `register_forward_hook` return, and what is it for?",
    hint="`remove()` each handle in a `finally:`.",
)

mistakes.add(
    "stays-in-eval-mode",
    edit("layer_by_layer", {"x = model.embed(ids)": "x = model.eval().embed(ids)"}),
)

mistakes.add(
    "pair-not-unpacked",
    edit("layer_by_layer", {"x, _ = layer": "x = layer"}),
    means="A layer gives two things, x and its weights. You went on with the pair.",
    try_next="What does a layer of notebook 06 give?",
    hint="`x, _ = layer(x, mask)`.",
    raises=r"argument 'input'.*must be Tensor, not tuple|'tuple' object has no attribute",
)

mistakes.add("no-return", edit("layer_by_layer", {"return torch": "torch"}))

mistakes.harmless(kind="mode", because="with a gradient or without one, the logits are the same")
