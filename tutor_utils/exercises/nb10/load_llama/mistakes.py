"""What goes wrong in `load_llama`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "gate-and-up-exchanged",
    edit("usual", {"= wide.gate.weight": "= wide.wide.weight", "= wide.wide.weight": "= wide.gate.weight"}),
    means="""`gate_proj` and `up_proj` have changed places. They have one shape, so nothing stops
    you: silu then stands on the wrong one.""",
    try_next="Which of your layers goes through silu?",
    hint="`mlp.gate_proj` is your gate, `mlp.up_proj` your wide.",
)

mistakes.add(
    "norms-exchanged",
    edit("usual", {"= layer.norm1.gain": "= layer.norm2.gain", "= layer.norm2.gain": "= layer.norm1.gain"}),
    means="""The two norms of a layer have changed places. `post_attention_layernorm` stands
    after attention: before the feed-forward network.""",
    try_next="Which of your norms is called first?",
    hint="`input_layernorm` is the norm before attention.",
)

mistakes.add(
    "keys-and-values-exchanged",
    edit("usual", {"= own.w_k.weight": "= own.w_v.weight", "= own.w_v.weight": "= own.w_k.weight"}),
    means="`k_proj` and `v_proj` have changed places. They have one shape, so nothing stops you.",
    try_next="Read your pairs of names once more.",
)

mistakes.add(
    "first-layer-alone",
    edit("usual", {"enumerate(model.layers)": "enumerate(model.layers[:1])"}),
    means="You read the names of layer 0 alone. Each layer has its own.",
    try_next="Print the names that you read for the second layer.",
    hint="The number of the layer stands in the name.",
)

mistakes.add(
    "halves-woven",
    edit("usual", {
        """
            copy_into(places, given)
        """: """
            for name, tensor in given.items():
                if name.endswith(("q_proj.weight", "k_proj.weight")):
                    d_k = model.layers[0].attention.w_q.weight.shape[0] // model.layers[0].attention.num_heads
                    given[name] = tensor.unflatten(0, (-1, 2, d_k // 2)).transpose(1, 2).reshape(tensor.shape)
            copy_into(places, given)
        """,
    }),
    means="""You give the rows of q and k another order. That belongs to files in the form of
    Meta's own code, where neighbours turn together. These files fit your `rotate` as they are.""",
    try_next="Copy the rows as they come.",
    hint="No `view`, no `transpose`.",
)

mistakes.add(
    "matrices-turned",
    edit("usual", {
        """
            copy_into(places, given)
        """: """
            given = {n: t.T if "proj" in n else t for n, t in given.items()}
            copy_into(places, given)
        """,
    }),
    means="""You turn the matrices, so their shapes are mirrored. The published ones are kept as in
    `nn.Linear`, (out, in).""",
    try_next="Look at the shapes of `k_proj.weight` in the file and in your model.",
    hint="Copy them as they are.",
    raises=r"^ValueError: \S+weight: \((\d+), (\d+)\), not \(\2, \1\)",
)

mistakes.add(
    "only-without-prefix",
    edit("usual", {
        'given = {name.removeprefix("model."): tensor for name, tensor in tensors.items()}':
            "given = dict(tensors)",
    }),
    means="""You ask for `embed_tokens.weight`. Most files call it `model.embed_tokens.weight`, and
    a tied one may hold it as `lm_head.weight` alone.""",
    try_next="Print `list(tensors)` in the first line of your function.",
    hint='`name.removeprefix("model.")`.',
    raises=r"^KeyError: '(embed_tokens|layers|norm)|^ValueError: embed_tokens\S+ is missing",
)

mistakes.add(
    "only-with-prefix",
    edit("usual", {
        '{name.removeprefix("model."): tensor for name, tensor in tensors.items()}': "dict(tensors)",
        '"embed_tokens.weight", "lm': '"model.embed_tokens.weight", "lm',
        '"norm.weight"': '"model.norm.weight"',
        'f"layers.{i}."': 'f"model.layers.{i}."',
    }),
)

mistakes.add(
    "letters-stripped",
    edit("usual", {"removeprefix": "lstrip"}),
)

mistakes.add(
    "head-forgotten",
    edit("usual", {
        """
            if model.output.weight is not model.tokens.weight:
                places[head] = model.output.weight
            elif head in given:
                output = given.pop(head)
                if not torch.equal(given.setdefault(table, output), output):
                    raise ValueError(f"{head} is another table than {table}, and the model is tied")
        """: """
            given.pop(head, None)
        """,
    }),
    means="""You leave `lm_head.weight` out in every case. A model that is not tied has an output
    of its own.""",
    try_next="Is `model.output.weight` the table, or another Parameter?",
    hint="`model.output.weight is model.tokens.weight` says whether it is tied.",
)

mistakes.add(
    "head-needed",
    edit("usual", {
        """
            if model.output.weight is not model.tokens.weight:
                places[head] = model.output.weight
            elif head in given:
                output = given.pop(head)
                if not torch.equal(given.setdefault(table, output), output):
                    raise ValueError(f"{head} is another table than {table}, and the model is tied")
        """: """
            places[head] = model.output.weight
        """,
    }),
    means="You need `lm_head.weight`. A file of a tied model leaves it out.",
    try_next="Load a tied model's file without it.",
    hint="Ask whether the model is tied.",
    raises=r"lm_head\.weight.* is missing|^KeyError: 'lm_head",
)

mistakes.add(
    "table-needed",
    edit("usual", {"given.setdefault(table, output), output)": "given[table], output)"}),
    means="""A tied file may hold its table as `lm_head.weight` alone. You ask for
    `embed_tokens.weight`.""",
    try_next="Take `embed_tokens.weight` out of a file that has both, and load it.",
    hint="`given.setdefault(table, output)`.",
)

mistakes.add(
    "both-names-refused",
    edit("usual", {"output = given.pop(head)": "output = given[head]"}),
    means="""A tied file may hold its one table under both names. You leave `lm_head.weight` among
    the names that need a place.""",
    try_next="What happens to `lm_head.weight` once you have compared it?",
    hint='`given.pop("lm_head.weight")`.',
)

mistakes.add(
    "two-tables-pass",
    edit("usual", {"if not torch.equal(given.setdefault(table, output), output):": "if given.setdefault(table, output) is None:"}),
    means="""A tied model gets two different tables, and you go on in silence: the file belongs to
    a model that is not tied.""",
    try_next="Compare the two tables before you drop one.",
    hint="`torch.equal(...)`.",
)

mistakes.add(
    "extra-names-pass",
    edit("usual", {
        """
            copy_into(places, given)
        """: """
            given = {name: tensor for name, tensor in given.items() if name in places}
            copy_into(places, given)
        """,
    }),
)

mistakes.add(
    "missing-names-pass",
    edit("usual", {
        """
            copy_into(places, given)
        """: """
            places = {name: place for name, place in places.items() if name in given}
            copy_into(places, given)
        """,
    }),
)

mistakes.add(
    "changes-its-argument",
    edit("usual", {"output = given.pop(head)": "output = given.pop(head); tensors.pop(head)"}),
)

mistakes.add(
    "last-norm-left-out",
    edit("usual", {', "norm.weight": model.norm.gain': ""}),
    means="The norm after the last layer is not loaded.",
    try_next="Which published name has your last norm?",
    hint="`norm.weight`.",
)
