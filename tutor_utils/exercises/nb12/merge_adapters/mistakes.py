"""What goes wrong in `merge_adapters`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "adapter-kept",
    edit("usual", {
        """
            parent, _, last = name.rpartition(".")
            setattr(model.get_submodule(parent), last, part.linear)
        """: "",
    }),
    means="""The product is in the weight now, and the LoRA still stands there and adds it once
    more.""",
    try_next="What does a LoRA compute whose `linear` holds the correction already?",
    hint="`setattr(parent, last, part.linear)` takes the LoRA out.",
)

mistakes.harmless(
    "list(model.named_modules()) -> model.named_modules()",
    because="one part takes another's place: no dict changes its size",
)

mistakes.add(
    "merged-where-off",
    edit("usual", {
        """
            if part.on:
                part.linear.weight += part.scale * (part.a @ part.b).T
        """: """
            part.linear.weight += part.scale * (part.a @ part.b).T
        """,
    }),
    means="""An adapter that is switched off is merged as well, so the output changes: it was not
    heard before.""",
    try_next="What did the layer compute before, while `on` was False?",
    hint="`if part.on:` in front of the sum; the exchange happens either way.",
)
