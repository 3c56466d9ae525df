"""What goes wrong in `add_adapters`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "adapters-frozen-too",
    edit("parents", {
        """
        for p in model.parameters():
            p.requires_grad_(False)
        """: "",
        """
        return done
        """: """
        for p in model.parameters():
            p.requires_grad_(False)
        return done
        """,
    }),
    means="""The model is frozen after the adapters came in, so they are frozen with it: nothing is
    left to train.""",
    try_next="At which moment do the adapters' parameters come into the model?",
    hint="`model.requires_grad_(False)` first, then the adapters.",
)

mistakes.add(
    "lora-inside-lora",
    edit("usual", {
        "and id(part) not in inside and name.split(\".\")[-1] in names":
            "and any(one in name for one in names)",
        "{name.split(\".\")[-1] for name in found}":
            "{one for one in names if any(one in name for name in found)}",
    }),
    means="""A linear layer inside a LoRA gets a LoRA of its own when you call it again: its full
    name goes on behind that of the layer it stands in.""",
    try_next="Print the full names after one call. What stands behind the last point?",
    hint='`name.rpartition(".")[2] in names` looks at the last name alone.',
)
