"""What goes wrong in `load_m2m100`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "attentions-swapped",
    edit("usual", {"self_attention": "cross_attention", "cross_attention": "self_attention"}),
    means="Self-attention and cross-attention have changed places.",
    try_next="`encoder_attn` reads the encoder's memory. Which of yours does that?",
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
    "letters-stripped",
    edit("usual", {"removeprefix": "lstrip"}),
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
        '(given["shared.weight"])':
            '(given.get("shared.weight", model.source.tokens.table.weight))',
    }),
)

mistakes.add(
    "only-with-prefix",
    edit("usual", {
        '.removeprefix("model.")':
            '[6:] if name.startswith("model.") or name == "lm_head.weight" else "x." + name',
    }),
)

mistakes.add(
    "output-bias-left",
    edit("usual", {"model.output.bias.zero_()": ""}),
    means="""The bias of your output keeps its old numbers. The published model has none, so it
    becomes 0.""",
    try_next="Print the bias after loading.",
    hint="`model.output.bias.zero_()`.",
)

mistakes.add(
    "positions-not-changed",
    edit("usual", {
        """
            for embedding in (model.source, model.target):
                length, d_model = embedding.positions.shape
                half = d_model // 2
                speed = 10000 ** (-torch.arange(half, dtype=torch.float64) / (half - 1))
                angle = (torch.arange(length)[:, None] + 2) * speed
                embedding.positions.copy_(torch.cat([angle.sin(), angle.cos()], dim=1))
        """: "",
    }),
    means="""Your positions are still those of notebook 01: sines at even features, cosines at odd
    ones. The published model was trained with another order.""",
    try_next="Compare your table of positions with what `published_positions` gives.",
    hint="`model.source.positions.copy_(...)`, and the target's.",
)

mistakes.add(
    "positions-refused",
    edit("usual", {
        """
            if name.endswith("embed_positions.weights"):
                del given[name]
            elif name in copies:
        """: """
            if name in copies:
        """,
    }),
    means="""A file that holds its positions is refused. They are computed, so these tensors are
    passed over.""",
    try_next="Which names end in `embed_positions.weights`?",
    hint="Leave them out before you compare the names.",
    raises="^ValueError: (?!.*missing).*embed_positions",
)

mistakes.add(
    "source-table-left",
    edit("usual", {'model.source.tokens.table.weight.copy_(given["shared.weight"])': ""}),
    means="The source table keeps its old numbers. `shared.weight` is read by both sides.",
    try_next="Compare the two tables after loading.",
    hint="Copy it a second time.",
)

mistakes.add(
    "one-side-s-positions",
    edit("usual", {", model.target": ","}),
    means="Only the source got the new positions. The decoder has a table of its own.",
    try_next="Compare both tables.",
    hint="`for embedding in (model.source, model.target)`.",
)

mistakes.add(
    "matrices-turned",
    edit("usual", {
        """
            copy_into(places, given)
        """: """
            for name in given:
                if name.endswith("proj.weight"):
                    given[name] = given[name].T
            copy_into(places, given)
        """,
    }),
    edit("usual", {
        """
            copy_into(places, given)
        """: """
            for name in given:
                if name.endswith(("proj.weight", "fc1.weight", "fc2.weight")):
                    given[name] = given[name].T
            copy_into(places, given)
        """,
    }),
    means="""You turn the matrices, so their shapes are mirrored. The published ones are kept as in
    `nn.Linear`, (out, in).""",
    try_next="Look at the shapes of `fc1.weight` in the file and in your model.",
    hint="Copy them as they are.",
    raises=r"^ValueError: \S+weight: \((\d+), (\d+)\), not \(\2, \1\)",
)

mistakes.add(
    "decoder-norms-swapped",
    edit("usual", {
        "attentions, layer.norms, layer":
            "attentions, [layer.norms[i] for i in (0, 2, 1)], layer",
    }),
    means="""The second and the third norm of a decoder layer have changed places. Its
    `final_layer_norm` stands before the feed-forward network.""",
    try_next="In pre-LN, which norm of yours is called before the cross-attention?",
    hint="`encoder_attn_layer_norm` is the norm before the cross-attention.",
)

for one, other in (("queries", "keys"), ("keys", "values")):
    a, b = one[0], other[0]
    mistakes.add(
        f"{one}-and-{other}-exchanged",
        edit("usual", {f"own.w_{a}": f"own.w_{b}", f"own.w_{b}": f"own.w_{a}"}),
        means=f"""`{a}_proj` is in your `w_{b}`, or `{b}_proj` in your `w_{a}`: {one} and {other}
        have changed places. All shapes agree, so nothing stops you.""",
        try_next=f"Which of your layers makes the {one}? Follow one published name to it.",
        hint=f"`{a}_proj` belongs to `w_{a}`, and `{b}_proj` to `w_{b}`.",
    )
