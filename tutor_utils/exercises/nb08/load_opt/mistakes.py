"""What goes wrong in `load_opt`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

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
    }),
)

mistakes.add(
    "only-without-prefix",
    edit("usual", {
        'given = {name.removeprefix("model."): tensor for name, tensor in tensors.items()}':
            "given = dict(tensors)",
    }),
    means="You ask for names without `model.` in front. Most files have it.",
    try_next="Print `list(tensors)[:3]` of both kinds.",
    hint='`name.removeprefix("model.")`.',
    raises=r"^KeyError: 'decoder\.embed_|^ValueError: decoder\.embed_\S+ is missing",
)

mistakes.add(
    "norms-swapped",
    edit("usual", {"layer.norm1": "layer.norm2", "layer.norm2": "layer.norm1"}),
    means="""The two norms of a layer have changed places. A layer's `final_layer_norm` stands
    before its feed-forward network.""",
    try_next="In pre-LN, which norm is called first?",
    hint="`self_attn_layer_norm` is the norm before the attention.",
)

mistakes.add(
    "offset-forgotten",
    edit("usual", {
        '["decoder.embed_positions.weight"][2:]': '["decoder.embed_positions.weight"]',
    }),
    means="""The table of positions has two rows more than there are positions. You do not drop
    the first two.""",
    try_next="Compare the number of its rows with `model.max_len`.",
    hint="`table[2:]`.",
)

mistakes.add(
    "only-with-prefix",
    edit("usual", {
        '.removeprefix("model.")':
            '[len("model.") :] if name.startswith("model.") or "lm_head" not in name else name',
    }),
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

for one, other in (("queries", "keys"), ("keys", "values")):
    a, b = one[0], other[0]
    mistakes.add(
        f"{one}-and-{other}-exchanged",
        edit("usual", {f"attention.w_{a}": f"attention.w_{b}", f"attention.w_{b}": f"attention.w_{a}"}),
        means=f"""`{a}_proj` is in your `w_{b}`, or `{b}_proj` in your `w_{a}`: {one} and {other}
        have changed places. All shapes agree, so nothing stops you.""",
        try_next=f"Which of your layers makes the {one}? Follow one published name to it.",
        hint=f"`{a}_proj` belongs to `w_{a}`, and `{b}_proj` to `w_{b}`.",
    )
